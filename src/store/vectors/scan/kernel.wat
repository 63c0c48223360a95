;; A row is `width` signed bytes (a multiple of 16), then its scale and its slack as 32-bit floats, then 8 bytes of padding.
;; `scan`: upper bounds of the cosine between one query and many rows, from 8-bit rows and a 16-bit query.
;;   For each row it writes: dot(query, row) * queryscale * scale + slack, as a 32-bit float.
;; `pack`: the rows of many vectors of `width` 32-bit floats, each made one long in place first. `pack.ts` says it plainly.
;;   Gives back how many it packed: fewer than there are when the next one holds a value that is no number.
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
        (br_if $rows (local.get $count)))))
  (func (export "pack")
    (param $vectors i32) (param $row i32) (param $width i32) (param $count i32) (result i32)
    (local $done i32) (local $end i32) (local $v i32) (local $cell i32)
    (local $four v128) (local $low v128) (local $high v128) (local $sum v128)
    (local $largest v128) (local $factor v128) (local $scales v128)
    (local $length f64) (local $scale f32)
    (block $stop
      (loop $rows
        (br_if $stop (i32.ge_u (local.get $done) (local.get $count)))
        (local.set $end (i32.add (local.get $vectors) (i32.shl (local.get $width) (i32.const 2))))

        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $v (local.get $vectors))
        (loop $measure
          (local.set $four (v128.load (local.get $v)))
          (local.set $low (f64x2.promote_low_f32x4 (local.get $four)))
          (local.set $high (f64x2.promote_low_f32x4
            (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $four) (local.get $four))))
          (local.set $sum (f64x2.add (local.get $sum) (f64x2.mul (local.get $low) (local.get $low))))
          (local.set $sum (f64x2.add (local.get $sum) (f64x2.mul (local.get $high) (local.get $high))))
          (local.set $v (i32.add (local.get $v) (i32.const 16)))
          (br_if $measure (i32.lt_u (local.get $v) (local.get $end))))
        (local.set $length (f64.sqrt (f64.add
          (f64x2.extract_lane 0 (local.get $sum)) (f64x2.extract_lane 1 (local.get $sum)))))
        (br_if $stop (i32.eqz (f64.lt (local.get $length) (f64.const inf))))

        (local.set $factor (f64x2.splat (f64.div (f64.const 1)
          (select (f64.const 1) (local.get $length) (f64.eq (local.get $length) (f64.const 0))))))
        (local.set $largest (v128.const i32x4 0 0 0 0))
        (local.set $v (local.get $vectors))
        (loop $unit
          (local.set $four (v128.load (local.get $v)))
          (local.set $low (f64x2.promote_low_f32x4 (local.get $four)))
          (local.set $high (f64x2.promote_low_f32x4
            (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $four) (local.get $four))))
          (local.set $four (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
            (f32x4.demote_f64x2_zero (f64x2.mul (local.get $low) (local.get $factor)))
            (f32x4.demote_f64x2_zero (f64x2.mul (local.get $high) (local.get $factor)))))
          (v128.store (local.get $v) (local.get $four))
          (local.set $largest (f32x4.max (local.get $largest) (f32x4.abs (local.get $four))))
          (local.set $v (i32.add (local.get $v) (i32.const 16)))
          (br_if $unit (i32.lt_u (local.get $v) (local.get $end))))

        (local.set $scale (f32.demote_f64 (f64.div
          (f64.promote_f32 (f32.max
            (f32.max (f32x4.extract_lane 0 (local.get $largest)) (f32x4.extract_lane 1 (local.get $largest)))
            (f32.max (f32x4.extract_lane 2 (local.get $largest)) (f32x4.extract_lane 3 (local.get $largest)))))
          (f64.const 127))))
        (local.set $scales (f64x2.splat (f64.promote_f32 (local.get $scale))))
        (local.set $factor (f64x2.splat (select
          (f64.const 0)
          (f64.div (f64.const 1) (f64.promote_f32 (local.get $scale)))
          (f32.eq (local.get $scale) (f32.const 0)))))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $v (local.get $vectors))
        (local.set $cell (local.get $row))
        (loop $round
          (local.set $four (v128.load (local.get $v)))
          (local.set $low (f64x2.promote_low_f32x4 (local.get $four)))
          (local.set $high (f64x2.promote_low_f32x4
            (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $four) (local.get $four))))
          (local.set $largest (f64x2.floor
            (f64x2.add (f64x2.mul (local.get $low) (local.get $factor)) (v128.const f64x2 0.5 0.5))))
          (local.set $low (f64x2.sub (local.get $low) (f64x2.mul (local.get $largest) (local.get $scales))))
          (local.set $sum (f64x2.add (local.get $sum) (f64x2.mul (local.get $low) (local.get $low))))
          (local.set $low (i32x4.trunc_sat_f64x2_s_zero (local.get $largest)))
          (local.set $largest (f64x2.floor
            (f64x2.add (f64x2.mul (local.get $high) (local.get $factor)) (v128.const f64x2 0.5 0.5))))
          (local.set $high (f64x2.sub (local.get $high) (f64x2.mul (local.get $largest) (local.get $scales))))
          (local.set $sum (f64x2.add (local.get $sum) (f64x2.mul (local.get $high) (local.get $high))))
          (local.set $high (i32x4.trunc_sat_f64x2_s_zero (local.get $largest)))
          (local.set $four (i16x8.narrow_i32x4_s
            (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $low) (local.get $high))
            (v128.const i32x4 0 0 0 0)))
          (v128.store32_lane 0 (local.get $cell)
            (i8x16.narrow_i16x8_s (local.get $four) (local.get $four)))
          (local.set $cell (i32.add (local.get $cell) (i32.const 4)))
          (local.set $v (i32.add (local.get $v) (i32.const 16)))
          (br_if $round (i32.lt_u (local.get $v) (local.get $end))))
        (f32.store (local.get $cell) (local.get $scale))
        (f32.store offset=4 (local.get $cell) (f32.demote_f64 (f64.sqrt (f64.add
          (f64x2.extract_lane 0 (local.get $sum)) (f64x2.extract_lane 1 (local.get $sum))))))

        (local.set $row (i32.add (local.get $cell) (i32.const 16)))
        (local.set $vectors (local.get $end))
        (local.set $done (i32.add (local.get $done) (i32.const 1)))
        (br $rows)))
    (local.get $done)))
