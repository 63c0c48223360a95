// A table of any length: only the rows in sight are drawn. Columns sort where all rows are at hand.

import type { RowData } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { classes } from "./class-names.ts";
import { type Column, type SortedTable, useSortedTable } from "./sorted-table.ts";
import { TableHead } from "./table-head.tsx";

type DataTableProps<Row extends RowData> = Readonly<{
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  idOf: (row: Row) => string;
  rowHeight?: number;
  selected?: string | undefined;
  /** Called when the last rows come into sight. */
  more?: (() => void) | undefined;
  total?: number;
  className?: string;
  footer?: ReactNode;
}>;

const OVERSCAN = 12;

export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, rows, columns, idOf, rowHeight = 48, selected, more, total, className } = props;
  const table = useSortedTable({ rows, columns, idOf });
  const frame = useRef<HTMLDivElement>(null);
  const { sorted, items, above, below } = useRowsInSight(table, frame, rowHeight);
  const lastSeen = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (more !== undefined && lastSeen >= sorted.length - OVERSCAN * 2) more();
  }, [lastSeen, sorted.length, more]);
  return (
    <section
      ref={frame}
      aria-label={label}
      className={classes("thin-scroll @container relative min-h-0 overflow-auto", className)}
    >
      <table
        aria-rowcount={total ?? sorted.length}
        className="w-full table-fixed border-collapse text-sm"
      >
        <TableHead table={table} columns={columns} />
        <tbody>
          <Gap height={above} />
          {items.map(({ index }) => {
            const row = sorted[index];
            if (row === undefined) return null;
            const isSelected = row.id === selected;
            return (
              <TableRow
                key={row.id}
                {...{ row: row.original, columns, index, rowHeight, isSelected }}
              />
            );
          })}
          <Gap height={below} />
        </tbody>
      </table>
      {props.footer}
    </section>
  );
}

function useRowsInSight<Row extends RowData>(
  table: SortedTable<Row>,
  frame: RefObject<HTMLDivElement | null>,
  rowHeight: number,
) {
  const sorted = table.getRowModel().rows;
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
  });
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = Math.max(0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0));
  return { sorted, items, above, below };
}

/** Stands for the rows that are not drawn. */
function Gap({ height }: Readonly<{ height: number }>) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td style={{ height }} />
    </tr>
  );
}

type RowProps<Row extends RowData> = Readonly<{
  row: Row;
  columns: readonly Column<Row>[];
  index: number;
  rowHeight: number;
  isSelected: boolean;
}>;

function TableRow<Row extends RowData>(props: RowProps<Row>) {
  const { row, columns, index, rowHeight, isSelected } = props;
  return (
    <tr
      aria-rowindex={index + 2}
      style={{ height: rowHeight }}
      className={classes(
        "border-line border-b last:border-b-0",
        isSelected ? "bg-accent-soft" : "hover:bg-sunken/60",
      )}
    >
      {columns.map((column) => (
        <td
          key={column.id}
          className={classes(
            "overflow-hidden px-3 align-middle first:pl-4 last:pr-4",
            column.isWide === true && "hidden @2xl:table-cell",
            column.isWidest === true && "hidden @5xl:table-cell",
          )}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}
