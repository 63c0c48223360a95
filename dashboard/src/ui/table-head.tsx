// The head of a table, with a button where a column sorts.

import type { RowData } from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { classes } from "./class-names.ts";
import type { Column, SortedTable } from "./sorted-table.ts";

type HeadProps<Row extends RowData> = Readonly<{
  table: SortedTable<Row>;
  columns: readonly Column<Row>[];
}>;

const ORDERS = { asc: "ascending", desc: "descending" } as const;

export function TableHead<Row extends RowData>({ table, columns }: HeadProps<Row>) {
  return (
    <thead className="sticky top-0 z-10 bg-surface">
      <tr className="shadow-[inset_0_-1px_0_var(--line)]">
        {columns.map((column) => {
          const sorted = table.getColumn(column.id)?.getIsSorted() ?? false;
          return (
            <th
              key={column.id}
              scope="col"
              {...(column.sortBy === undefined
                ? {}
                : { "aria-sort": sorted === false ? "none" : ORDERS[sorted] })}
              className={classes(
                "h-9 px-3 text-left font-medium text-ink-faint text-xs first:pl-4 last:pr-4",
                column.fit,
                column.isWide === true && "hidden @2xl:table-cell",
                column.isWidest === true && "hidden @5xl:table-cell",
              )}
            >
              <HeadCell
                column={column}
                sorted={sorted}
                toggle={() => table.getColumn(column.id)?.toggleSorting()}
              />
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

type CellProps<Row extends RowData> = Readonly<{
  column: Column<Row>;
  sorted: false | "asc" | "desc";
  toggle: () => void;
}>;

function HeadCell<Row extends RowData>({ column, sorted, toggle }: CellProps<Row>) {
  if (column.isHeaderHidden === true) return <span className="sr-only">{column.header}</span>;
  if (column.sortBy === undefined) return <>{column.header}</>;
  const Arrow = sorted === false ? ChevronsUpDown : sorted === "asc" ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={toggle}
      className="-mx-1 inline-flex items-center gap-1 rounded-sm px-1 hover:text-ink"
    >
      {column.header}
      <Arrow size={12} aria-hidden />
    </button>
  );
}
