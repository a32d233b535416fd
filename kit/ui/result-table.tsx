import s from './result-table.module.css'

type Props = { label: string; columns: readonly string[]; rows: readonly Record<string, unknown>[] }

/** Rows as they came, for looking at: nothing to sort, choose or turn over. */
export const ResultTable = ({ label, columns, rows }: Props) => (
  <div className={s['frame']} role="region" aria-label={label} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={i}>
            {columns.map((column) => (
              <td key={column}>{plain(row[column])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const plain = (value: unknown) =>
  value === null || value === undefined ? (
    <span className="muted">–</span>
  ) : (
    (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 200)
  )
