import type { ReactNode } from 'react'
import s from './small-table.module.css'

/** A few rows in a panel: nothing to sort, choose or turn over. A column without a name holds buttons. */
export const SmallTable = ({ columns, children }: { columns: readonly string[]; children: ReactNode }) => (
  <table className={s['table']}>
    <thead>
      <tr>
        {columns.map((column) =>
          column === '' ? (
            <td key={column} />
          ) : (
            <th key={column} scope="col">
              {column}
            </th>
          ),
        )}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
