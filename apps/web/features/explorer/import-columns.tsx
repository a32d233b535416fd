import { Select } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { importTexts } from './import-texts.ts'
import s from './import.module.css'
import type { Looked } from './use-import.ts'

type Props = {
  columns: Looked['columns']
  fields: StructureField[]
  /** The field each column goes into now. */
  assigned: (string | null)[]
  /** Fields of which values will be rejected, and which. */
  refused: ReadonlyMap<string, readonly string[]>
  onAssign: (column: string, field: string | null) => void
}

/** The columns of a file with their first values; the field each goes into stands in its head and can be changed there. */
export function ImportColumns({ columns, fields, assigned, refused, onAssign }: Props) {
  const t = useTexts(importTexts)
  const rows = columns[0]?.samples.map((_, i) => i) ?? []
  const toneOf = (i: number) => (assigned[i] === null ? 'out' : refused.has(assigned[i] ?? '') ? 'refused' : undefined)
  return (
    <div className={s['columns']} role="region" aria-label={t.columns()} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ found }, i) => (
              <th key={found.original_name} scope="col" data-tone={toneOf(i)}>
                <span className={s['head']}>
                  <Select
                    size="xs"
                    variant="unstyled"
                    searchable
                    allowDeselect={false}
                    aria-label={t.fieldFor({ column: found.original_name })}
                    classNames={{ input: s['field'] ?? '' }}
                    comboboxProps={{ width: 240, position: 'bottom-start' }}
                    value={assigned[i] ?? ''}
                    onChange={(field) => onAssign(found.original_name, field || null)}
                    data={[
                      { value: '', label: t.leftOut() },
                      ...fields.map(({ name }) => ({
                        value: name,
                        label: name,
                        disabled: assigned.some((other, n) => n !== i && other === name),
                      })),
                    ]}
                  />
                  {toneOf(i) === 'refused' && <IconAlertTriangle size={14} aria-hidden />}
                </span>
                <small>{found.original_name}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              {columns.map(({ found, samples }, i) => (
                <td key={found.original_name} data-tone={toneOf(i)}>
                  {refused.get(assigned[i] ?? '')?.includes(samples[row] ?? '') ? (
                    <mark>{samples[row]}</mark>
                  ) : (
                    samples[row] || '–'
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
