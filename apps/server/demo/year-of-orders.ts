const day_ms = 86_400_000
/** The days of the first and the last order of Northwind. */
const [first, last] = [Date.UTC(1996, 6, 4), Date.UTC(1998, 4, 6)]
/** Columns of orders.csv that hold dates; none before them holds a comma. */
const [ordered, required, shipped] = [3, 4, 5]

/**
 * The orders of Northwind as if they had come within the year that ends the day before `today`: spread as they were, each shipped as
 * many days after it was ordered. What would be shipped after that year is still open.
 */
export function ordersOfLastYear(csv: string, today: Date): string {
  const end = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()) - day_ms
  const [head, ...rows] = csv.trimEnd().split('\n')
  return `${[head, ...rows.map((row) => moved(row, end))].join('\n')}\n`
}

function moved(row: string, end: number): string {
  const cells = row.split(',')
  const was = Date.parse(cells[ordered]!.slice(0, 10))
  const now = end - Math.round((((last - was) / (last - first)) * 364 * day_ms) / day_ms) * day_ms
  const later = (cell: string) => (cell === 'NULL' ? undefined : now + Date.parse(cell.slice(0, 10)) - was)
  const left = later(cells[shipped]!)
  cells[ordered] = written(now)
  cells[required] = written(later(cells[required]!)!)
  cells[shipped] = left === undefined || left > end ? 'NULL' : written(left)
  return cells.join(',')
}

const written = (at: number) => `${new Date(at).toISOString().slice(0, 10)} 00:00:00.000`
