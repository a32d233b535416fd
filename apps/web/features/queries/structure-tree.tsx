import { TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconKey, IconLink, IconSearch, IconTable } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useRef, useState } from 'react'
import { useCounts } from '../data-structures/structure.ts'
import { aboutField } from './completion.ts'
import type { QueryField, QueryTable } from './sql-text.ts'
import s from './query-editor.module.css'

const texts = defineMessages({
  structures: { en: 'Structures', de: 'Strukturen' },
  search: { en: 'Structure or field', de: 'Struktur oder Feld' },
  none: { en: 'No structure or field is called so.', de: 'Keine Struktur und kein Feld heißt so.' },
  open: { en: 'Show fields of {name}', de: 'Felder von {name} anzeigen' },
  key: { en: 'Key', de: 'Schlüssel' },
  hint: {
    en: '{name}: click inserts it, double click opens its records',
    de: '{name}: Klick fügt ein, Doppelklick öffnet die Datensätze',
  },
})

type Props = { tables: readonly QueryTable[]; onInsert: (name: string) => void }

/** A click waits so long whether it is a double one. */
const doubleClick_ms = 250

/** The structures of the project with their fields; a click writes a name into the query. */
export function StructureTree({ tables, onInsert }: Props) {
  const t = useTexts(texts)
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const word = search.trim().toLowerCase()
  const fits = (...names: string[]) => names.some((name) => name.toLowerCase().includes(word))
  const shown = tables.flatMap((table) => {
    if (word === '' || fits(table.name, table.label))
      return [{ table, fields: table.fields, isOpen: opened.has(table.id) }]
    const fields = table.fields.filter((field) => fits(field.name, field.label))
    return fields.length > 0 ? [{ table, fields, isOpen: true }] : []
  })
  const toggle = (id: string) => {
    const next = new Set(opened)
    if (!next.delete(id)) next.add(id)
    setOpened(next)
  }
  return (
    <section className={s['tree']} aria-label={t.structures()}>
      <TextInput
        size="xs"
        aria-label={t.search()}
        placeholder={t.search()}
        leftSection={<IconSearch size={14} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <h2 className={s['heading']}>{t.structures()}</h2>
      {shown.length === 0 && word !== '' && <p className="muted">{t.none()}</p>}
      <ul>
        {shown.map(({ table, fields, isOpen }) => (
          <li key={table.id}>
            <Structure table={table} isOpen={isOpen} onToggle={() => toggle(table.id)} onInsert={onInsert} />
            {isOpen && (
              <ul>
                {fields.map((field) => (
                  <Field key={field.name} field={field} onInsert={onInsert} />
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type StructureProps = { table: QueryTable; isOpen: boolean; onToggle: () => void; onInsert: (name: string) => void }

function Structure({ table: { id, name, label }, isOpen, onToggle, onInsert }: StructureProps) {
  const t = useTexts(texts)
  const { number } = useFormats()
  const navigate = useNavigate()
  const { data: counts } = useCounts()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const insert = () => {
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => onInsert(name), doubleClick_ms)
  }
  const open = () => {
    clearTimeout(waiting.current)
    void navigate({ to: '/project/data-explorer', search: { structure: id } as never })
  }
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div className={s['structure']} data-open={isOpen || undefined}>
      <UnstyledButton aria-label={t.open({ name })} aria-expanded={isOpen} onClick={onToggle}>
        <Chevron size={13} />
      </UnstyledButton>
      <UnstyledButton title={`${label} – ${t.hint({ name })}`} onClick={insert} onDoubleClick={open}>
        <IconTable size={14} aria-hidden />
        <span>{name}</span>
        <small>{counts?.[id] && number(counts[id].total)}</small>
      </UnstyledButton>
    </div>
  )
}

function Field({ field, onInsert }: { field: QueryField; onInsert: (name: string) => void }) {
  const t = useTexts(texts)
  return (
    <li>
      <UnstyledButton
        className={s['field']}
        title={aboutField(field) || undefined}
        onClick={() => onInsert(field.name)}
      >
        <span>{field.name}</span>
        {field.isKey && <IconKey size={12} aria-label={t.key()} />}
        {field.relation && <IconLink size={12} aria-hidden />}
        <small>{field.relation ?? field.type}</small>
      </UnstyledButton>
    </li>
  )
}
