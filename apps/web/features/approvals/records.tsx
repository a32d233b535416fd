import { Facts } from '@weft/kit/ui/bits.tsx'
import { ResultTable } from '@weft/kit/ui/result-table.tsx'
import s from './approvals.module.css'

type Shown = Readonly<Record<string, unknown>>

type Props = { label: string; fields: readonly string[]; records: readonly Shown[] }

/** Records side by side; on a phone one below the other. */
export const Records = ({ label, fields, records }: Props) => (
  <>
    <div className={s['table']}>
      <ResultTable label={label} columns={fields} rows={records} />
    </div>
    <ol className={s['cards']}>
      {records.map((record, i) => (
        <li key={i}>
          <Facts facts={fields.filter((name) => name in record).map((name) => [name, plain(record[name])])} />
        </li>
      ))}
    </ol>
  </>
)

const plain = (value: unknown) =>
  value === null || value === undefined || value === ''
    ? '–'
    : (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 500)
