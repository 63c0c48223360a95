// Rows and columns as a table that can be sorted.

import {
  type ColumnDef,
  createSortedRowModel,
  type ReactTable,
  type RowData,
  rowSortingFeature,
  sortFns,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type ReactNode, useMemo } from "react";

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns,
});

export type Column<Row extends RowData> = Readonly<{
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Without it the column does not sort. */
  sortBy?: (row: Row) => string | number;
  /** Its width as a class; without one it shares what is left. */
  fit?: string;
  /** Left out where the table is narrow, as on phones. */
  isWide?: boolean;
  /** Left out unless the table is wide. */
  isWidest?: boolean;
  isHeaderHidden?: boolean;
}>;

export type SortedTable<Row extends RowData> = ReactTable<typeof features, Row>;

type Input<Row extends RowData> = Readonly<{
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  idOf: (row: Row) => string;
}>;

export function useSortedTable<Row extends RowData>({
  rows,
  columns,
  idOf,
}: Input<Row>): SortedTable<Row> {
  const definitions = useMemo(() => columns.map((column) => definition(column)), [columns]);
  return useTable({ features, data: rows, columns: definitions, getRowId: idOf });
}

function definition<Row extends RowData>({
  id,
  header,
  sortBy,
}: Column<Row>): ColumnDef<typeof features, Row> {
  if (sortBy === undefined) return { id, header };
  return { id, header, accessorFn: sortBy, sortFn: "basic", sortDescFirst: false };
}
