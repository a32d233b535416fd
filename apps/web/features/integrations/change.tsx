import { ActionIcon, Select } from '@mantine/core'
import type { Decision } from '@weft/kit/integrations/differences.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Tile, type Tone } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconChevronDown, IconCursorText, IconMinus, IconPlus, IconTransform, type Icon } from '@tabler/icons-react'
import { useState } from 'react'
import type { Difference } from './api.ts'
import s from './changes.module.css'
import { ChoiceCard } from './choice-card.tsx'

const texts = defineMessages({
  renamed: { en: 'Very likely renamed', de: 'Sehr wahrscheinlich umbenannt' },
  added: { en: 'New field, {type}', de: 'Neues Feld, {type}' },
  retyped: { en: 'Another type', de: 'Anderer Typ' },
  gone: { en: 'No longer delivered', de: 'Wird nicht mehr geliefert' },
  unused: { en: 'nothing stores it', de: 'nichts speichert es' },
  decision: { en: 'What happens with {field}', de: 'Was mit {field} geschieht' },
  more: { en: 'More about {field}', de: 'Mehr zu {field}' },
  rename: { en: 'Treat as renamed', de: 'Als umbenannt behandeln' },
  renameText: {
    en: 'The stored field keeps its name and history. Nothing is read again.',
    de: 'Das gespeicherte Feld behält Namen und Verlauf. Nichts wird neu gelesen.',
  },
  keep: { en: 'Keep old values', de: 'Alte Werte behalten' },
  keepText: {
    en: 'The field is not read any more; what is stored stays.',
    de: 'Das Feld wird nicht mehr gelesen; was gespeichert ist, bleibt.',
  },
  takeAdded: { en: 'Take it over', de: 'Übernehmen' },
  takeAddedText: {
    en: 'Stored from the next run on, for what that run reads.',
    de: 'Wird ab dem nächsten Lauf gespeichert, für das, was er liest.',
  },
  takeRetyped: { en: 'Change it here too', de: 'Auch hier ändern' },
  takeRetypedText: {
    en: 'The stored field gets the new type where all its values fit.',
    de: 'Das gespeicherte Feld bekommt den neuen Typ, wenn alle Werte hineinpassen.',
  },
  ignore: { en: 'Ignore', de: 'Ignorieren' },
  ignoreText: { en: 'Everything stays as it is here.', de: 'Hier bleibt alles, wie es ist.' },
  same: { en: 'Same values', de: 'Gleiche Werte' },
  sameOf: { en: '{n} of {all} rows', de: '{n} von {all} Zeilen' },
  type: { en: 'Same type', de: 'Gleicher Typ' },
  key: { en: 'Key', de: 'Schlüssel' },
  stored: { en: '{field}, stored', de: '{field}, gespeichert' },
  now: { en: '{field}, now', de: '{field}, jetzt' },
  equal: { en: 'equal', de: 'gleich' },
  differs: { en: 'differs', de: 'weicht ab' },
})

const looks: Record<Difference['kind'], { tone: Tone; Icon: Icon }> = {
  renamed: { tone: 'blue', Icon: IconCursorText },
  added: { tone: 'green', Icon: IconPlus },
  retyped: { tone: 'amber', Icon: IconTransform },
  gone: { tone: 'red', Icon: IconMinus },
}

type Props = { difference: Difference; isOpen: boolean; decide: (decision: Decision) => void }

/** One difference: closed it already holds the choice, open it shows why. */
export function Change({ difference, isOpen, decide }: Props) {
  const t = useTexts(texts)
  const [open, setOpen] = useState(isOpen)
  const { kind, table, field, to, before, after, decision, choices } = difference
  const { tone, Icon } = looks[kind]
  const titleOf = (choice: Decision) =>
    choice === 'take' ? (kind === 'added' ? t.takeAdded() : t.takeRetyped()) : t[choice]()
  const textOf = (choice: Decision) =>
    choice === 'take' ? (kind === 'added' ? t.takeAddedText() : t.takeRetypedText()) : t[`${choice}Text`]()
  return (
    <article className={s['change']} data-open={open || undefined}>
      <header>
        <Tile tone={tone} size={28}>
          <Icon size={15} />
        </Tile>
        <div>
          <h3>
            <code className="mono">{table}.</code>
            {kind === 'added' ? (
              <ins>{field}</ins>
            ) : kind === 'retyped' ? (
              <code className="mono">{field}</code>
            ) : (
              <del>{field}</del>
            )}
            {to !== null && (
              <>
                {' → '}
                <ins>{to}</ins>
              </>
            )}
            {kind === 'retyped' && (
              <>
                {' '}
                <del>{before}</del> → <ins>{after}</ins>
              </>
            )}
          </h3>
          <p>
            {kind === 'added' ? t.added({ type: after ?? '' }) : t[kind]()}
            {!difference.used && kind !== 'added' && `, ${t.unused()}`}
          </p>
        </div>
        <Select
          size="xs"
          aria-label={t.decision({ field })}
          allowDeselect={false}
          disabled={choices.length === 1}
          value={decision}
          onChange={(choice) => decide(choice as Decision)}
          data={choices.map((choice) => ({ value: choice, label: titleOf(choice) }))}
        />
        <ActionIcon
          size="sm"
          variant="subtle"
          aria-expanded={open}
          aria-label={t.more({ field })}
          onClick={() => setOpen(!open)}
        >
          <IconChevronDown size={15} />
        </ActionIcon>
      </header>
      {open && (
        <div className={s['inside']}>
          {difference.evidence && <Evidence difference={difference} evidence={difference.evidence} />}
          <div className={s['choices']}>
            {choices.map((choice) => (
              <ChoiceCard
                key={choice}
                name={difference.id}
                value={choice}
                checked={choice === decision}
                onChange={(value) => decide(value as Decision)}
                title={titleOf(choice)}
                text={textOf(choice)}
              />
            ))}
          </div>
        </div>
      )}
    </article>
  )
}

type EvidenceProps = { difference: Difference; evidence: NonNullable<Difference['evidence']> }

function Evidence({ difference: { field, to, before }, evidence: { same, of, rows } }: EvidenceProps) {
  const t = useTexts(texts)
  const { number, percent } = useFormats()
  return (
    <>
      <dl className={s['figures']}>
        <div>
          <dt>{t.same()}</dt>
          <dd>{percent(same / of)}</dd>
          <dd>
            <small>{t.sameOf({ n: number(same), all: number(of) })}</small>
          </dd>
        </div>
        <div>
          <dt>{t.type()}</dt>
          <dd>
            <code className="mono">{before}</code>
          </dd>
        </div>
      </dl>
      <table className={s['rows']}>
        <thead>
          <tr>
            <th scope="col">{t.key()}</th>
            <th scope="col">{t.stored({ field })}</th>
            <th scope="col">{t.now({ field: to ?? '' })}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <td>{row.key}</td>
              <td>{row.before}</td>
              <td>{row.after}</td>
              <td data-equal={row.equal || undefined}>{row.equal ? t.equal() : t.differs()}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
