import { Checkbox } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import {
  actionNames,
  actionTexts,
  subjectNames,
  subjectTexts,
  type ActionName,
  type SubjectName,
} from './permission-texts.ts'
import s from './permission-grid.module.css'

const texts = defineMessages({
  cell: { en: '{subject}: {action}', de: '{subject}: {action}' },
  all: { en: '{subject}: everything', de: '{subject}: alles' },
  scroll: { en: 'Permissions', de: 'Berechtigungen' },
})

type Cell = { subject: SubjectName; action: ActionName; permission: string; name: string }
type Props = {
  possible: ReadonlySet<string>
  /** The head of a row, instead of its name alone. */
  head?: (subject: SubjectName, name: string, permissions: string[]) => React.ReactNode
  cell: (cell: Cell) => React.ReactNode
}

/** Subjects down, actions across; what users of the level can never have stays empty. */
export function Grid({ possible, head, cell }: Props) {
  const t = useTexts(texts)
  const action = useTexts(actionTexts)
  const subject = useTexts(subjectTexts)
  const rows = subjectNames.filter((name) => actionNames.some((one) => possible.has(`${name}.${one}`)))
  return (
    <div className={s['scroll']} tabIndex={0} role="region" aria-label={t.scroll()}>
      <table className={s['grid']}>
        <thead>
          <tr>
            <td />
            {actionNames.map((name) => (
              <th key={name} scope="col">
                {action[name]()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const name = subject[row]()
            const permissions = actionNames
              .map((one) => `${row}.${one}`)
              .filter((permission) => possible.has(permission))
            return (
              <tr key={row}>
                <th scope="row">{head ? head(row, name, permissions) : name}</th>
                {actionNames.map((one) => (
                  <td key={one}>
                    {possible.has(`${row}.${one}`)
                      ? cell({
                          subject: row,
                          action: one,
                          permission: `${row}.${one}`,
                          name: t.cell({ subject: name, action: action[one]() }),
                        })
                      : null}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** What is had, where it is only shown. */
export const Had = ({ name }: { name: string }) => <span className={s['yes']} role="img" aria-label={name} />

type EditProps = {
  possible: ReadonlySet<string>
  chosen: ReadonlySet<string>
  /** What the editor may not give. */ barred: (permission: string) => boolean
  readOnly: boolean
  onChange: (chosen: Set<string>) => void
}

/** The same with a box to tick in each cell, and one for a whole row. */
export function EditGrid({ possible, chosen, barred, readOnly, onChange }: EditProps) {
  const t = useTexts(texts)
  const change = (permissions: string[], on: boolean) => {
    const next = new Set(chosen)
    for (const permission of permissions) if (!barred(permission)) on ? next.add(permission) : next.delete(permission)
    onChange(next)
  }
  return (
    <Grid
      possible={possible}
      head={(_, name, permissions) => {
        const had = permissions.filter((permission) => chosen.has(permission)).length
        return readOnly ? (
          name
        ) : (
          <Checkbox
            size="xs"
            label={name}
            aria-label={t.all({ subject: name })}
            checked={had === permissions.length}
            indeterminate={had > 0 && had < permissions.length}
            onChange={() => change(permissions, had < permissions.length)}
          />
        )
      }}
      cell={({ permission, name }) =>
        readOnly ? (
          chosen.has(permission) ? (
            <Had name={name} />
          ) : null
        ) : (
          <Checkbox
            size="xs"
            aria-label={name}
            checked={chosen.has(permission)}
            disabled={barred(permission)}
            onChange={(event) => change([permission], event.currentTarget.checked)}
          />
        )
      }
    />
  )
}
