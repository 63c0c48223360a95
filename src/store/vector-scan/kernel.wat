;; Upper bounds of the cosine between one query and many rows, from 8-bit rows and a 16-bit query.
;; A row is `width` signed bytes (a multiple of 16), then its scale and its slack as 32-bit floats, then 8 bytes of padding.
;; For each row it writes: dot(query, row) * queryscale * scale + slack, as a 32-bit float.
;; After a change: assemble (wat2wasm), and put the bytes and this file's SHA-256 into kernel-bytes.ts.
(module
  (import "host" "memory" (memory 1))
  (func (export "scan")
    (param $query i32) (param $row i32) (param $width i32) (param $count i32)
    (param $out i32) (param $queryscale f32)
    (local $end i32) (local $q i32) (local $cells v128) (local $even v128) (local $odd v128)
    (block $done
      (br_if $done (i32.eqz (local.get $count)))
      (loop $rows
        (local.set $q (local.get $query))
        (local.set $end (i32.add (local.get $row) (local.get $width)))
        (local.set $even (v128.const i32x4 0 0 0 0))
        (local.set $odd (v128.const i32x4 0 0 0 0))
        (loop $blocks
          (local.set $cells (v128.load (local.get $row)))
          (local.set $even (i32x4.add (local.get $even)
            (i32x4.dot_i16x8_s
              (i16x8.extend_low_i8x16_s (local.get $cells))
              (v128.load (local.get $q)))))
          (local.set $odd (i32x4.add (local.get $odd)
            (i32x4.dot_i16x8_s
              (i16x8.extend_high_i8x16_s (local.get $cells))
              (v128.load offset=16 (local.get $q)))))
          (local.set $q (i32.add (local.get $q) (i32.const 32)))
          (local.set $row (i32.add (local.get $row) (i32.const 16)))
          (br_if $blocks (i32.lt_u (local.get $row) (local.get $end))))
        (local.set $even (i32x4.add (local.get $even) (local.get $odd)))
        (f32.store (local.get $out)
          (f32.add
            (f32.load offset=4 (local.get $row))
            (f32.mul
              (f32.load (local.get $row))
              (f32.mul
                (local.get $queryscale)
                (f32.convert_i32_s
                  (i32.add
                    (i32.add
                      (i32x4.extract_lane 0 (local.get $even))
                      (i32x4.extract_lane 1 (local.get $even)))
                    (i32.add
                      (i32x4.extract_lane 2 (local.get $even))
                      (i32x4.extract_lane 3 (local.get $even)))))))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $row (i32.add (local.get $row) (i32.const 16)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br_if $rows (local.get $count))))))
