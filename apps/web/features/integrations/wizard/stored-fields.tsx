import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { suggestedTreatment } from '@weft/kit/define/personal.ts'
import type { DraftField, DraftTable } from '@weft/kit/integrations/draft.ts'
import { fittingTypes, sizedTypeOf, storedType, typeKey } from '@weft/kit/integrations/suggest.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState, type KeyboardEvent } from 'react'
import type { Profile } from '../api.ts'
import s from './fields.module.css'
import { typeName } from './type-name.ts'

const texts = defineMessages({
  stored: { en: 'Stored', de: 'Gespeichert' },
  source: { en: 'Field at the source', de: 'Feld an der Quelle' },
  name: { en: 'Stored as', de: 'Gespeichert als' },
  type: { en: 'Type', de: 'Typ' },
  note: { en: 'Note', de: 'Hinweis' },
  storeOne: { en: 'Store {field}', de: '{field} speichern' },
  nameOf: { en: 'Name of {field} here', de: 'Name von {field} hier' },
  typeOf: { en: 'Type of {field} here', de: 'Typ von {field} hier' },
  key: { en: 'key', de: 'Schlüssel' },
  keyPart: { en: 'part of the key', de: 'Teil des Schlüssels' },
  hashed: { en: 'hashed', de: 'gehasht' },
  masked: { en: 'masked', de: 'maskiert' },
  clear: { en: 'kept in the clear', de: 'im Klartext behalten' },
  out: { en: 'left out', de: 'weggelassen' },
  shown: { en: '{n} of {all} fields', de: '{n} von {all} Feldern' },
  more: { en: 'Show {n} more', de: '{n} weitere anzeigen' },
})

const firstShown = 14
type Field = Profile['fields'][number]
type Props = { table: DraftTable; profile: Profile; set: (changes: Partial<DraftTable>) => void }

/** The fields of a table as they will be stored: renamed in place, typed by what fits, left out by the box. */
export function StoredFields({ table, profile, set }: Props) {
  const t = useTexts(texts)
  const [isWhole, showWhole] = useState(table.fields.length <= firstShown + 3)
  const shown = isWhole ? table.fields : table.fields.slice(0, firstShown)
  const setField = (name: string, changes: Partial<DraftField>) =>
    set({ fields: table.fields.map((field) => (field.name === name ? { ...field, ...changes } : field)) })
  return (
    <>
      <div className={s['scroll']} tabIndex={0} role="region" aria-label={table.name}>
        <table className={s['table']}>
          <thead>
            <tr>
              <td />
              <th scope="col">{t.source()}</th>
              <th scope="col">{t.name()}</th>
              <th scope="col">{t.type()}</th>
              <th scope="col">{t.note()}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((field) => (
              <Row
                key={field.name}
                field={field}
                found={profile.fields.find(({ name }) => name === field.name)!}
                profile={profile}
                set={(changes) => setField(field.name, changes)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <footer className={s['foot']}>
        <span>
          {t.shown({ n: shown.length, all: table.fields.length })}{' '}
          {!isWhole && (
            <Button size="compact-xs" variant="subtle" onClick={() => showWhole(true)}>
              {t.more({ n: table.fields.length - shown.length })}
            </Button>
          )}
        </span>
      </footer>
    </>
  )
}

type RowProps = { field: DraftField; found: Field; profile: Profile; set: (changes: Partial<DraftField>) => void }

function Row({ field, found, profile, set }: RowProps) {
  const t = useTexts(texts)
  const isOut = field.treatment === 'leave_out'
  const isKey = profile.table.key.includes(field.name)
  const isChanged = field.treatment === 'hash' || field.treatment === 'mask'
  const own = fittingTypes(found as never)
  const types = isChanged
    ? [field.type]
    : own.some((one) => typeKey(one) === typeKey(field.type))
      ? own
      : [field.type, ...own]
  const store = () => {
    const treatment = !isOut ? 'leave_out' : found.personal ? suggestedOr(found.personal) : 'keep'
    set({ treatment, type: storedType(sizedTypeOf(found), treatment) })
  }
  return (
    <tr>
      <td>
        <Checkbox
          size="xs"
          aria-label={t.storeOne({ field: field.name })}
          checked={!isOut}
          disabled={isKey}
          onChange={store}
        />
      </td>
      <th scope="row">
        <code className="mono">{isOut ? <del>{field.name}</del> : field.name}</code>
      </th>
      {isOut ? (
        <>
          <td>–</td>
          <td>–</td>
        </>
      ) : (
        <>
          <td>
            <NameInput field={field} set={set} label={t.nameOf({ field: field.name })} />
          </td>
          <td>
            <Select
              size="xs"
              className={s['stored']}
              aria-label={t.typeOf({ field: field.name })}
              allowDeselect={false}
              disabled={types.length === 1}
              value={typeKey(field.type)}
              onChange={(key) => set({ type: types.find((one) => typeKey(one) === key)! })}
              data={types.map((one) => ({ value: typeKey(one), label: typeName(one) }))}
            />
          </td>
        </>
      )}
      <td>
        {isOut && t.out()}
        {field.treatment === 'hash' && <Badge tone="pink">{t.hashed()}</Badge>}
        {field.treatment === 'mask' && <Badge tone="pink">{t.masked()}</Badge>}
        {found.personal && field.treatment === 'keep' && <Badge tone="amber">{t.clear()}</Badge>}
        {isKey && (profile.table.key.length === 1 ? t.key() : t.keyPart())}
        {!isKey && !isOut && <Reference profile={profile} name={field.name} />}
      </td>
    </tr>
  )
}

/** What was left out before comes back as it was suggested, unless that was to leave it out. */
const suggestedOr = (personal: NonNullable<Field['personal']>) =>
  suggestedTreatment[personal] === 'leave_out' ? 'mask' : suggestedTreatment[personal]

const Reference = ({ profile, name }: { profile: Profile; name: string }) => {
  const to = profile.table.references.find(({ fields }) => fields.includes(name))
  return to ? <span>→ {to.table}</span> : null
}

/** Enter keeps a name and leads to the next one, Escape takes it back. */
function NameInput({ field, set, label }: { field: DraftField; set: RowProps['set']; label: string }) {
  const [before] = useState(field.stored_as)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      set({ stored_as: before })
      event.currentTarget.blur()
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    const all = [...event.currentTarget.closest('tbody')!.querySelectorAll<HTMLInputElement>('input[data-name]')]
    all[all.indexOf(event.currentTarget) + 1]?.focus()
  }
  return (
    <TextInput
      size="xs"
      className={s['stored']}
      data-other={field.stored_as !== field.name || undefined}
      aria-label={label}
      value={field.stored_as}
      onChange={(event) => set({ stored_as: event.currentTarget.value })}
      onKeyDown={onKeyDown}
      attributes={{ input: { 'data-name': true } as never }}
    />
  )
}
