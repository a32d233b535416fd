import { ActionIcon, Button, Select, Switch, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import {
  IconAlertTriangle,
  IconArrowsRightLeft,
  IconCheck,
  IconPlus,
  IconRoute,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { shownValue } from '../jobs/rejected.ts'
import { keyOf } from './draft.ts'
import s from './mending.module.css'
import type { Mending } from './use-mending.ts'
import { Right } from './values.tsx'
import type { Cause } from './texts.ts'

const texts = defineMessages({
  field: { en: 'Field of the record', de: 'Feld des Datensatzes' },
  choose: { en: 'Choose a field', de: 'Feld wählen' },
  becomes: { en: 'becomes', de: 'wird zu' },
  value: { en: 'Value', de: 'Wert' },
  onlyEmpty: { en: 'Only where nothing came in', de: 'Nur wo nichts ankam' },
  differ: {
    en: '{count, number} different values wait. A value map keeps them apart.',
    de: '{count, number} verschiedene Werte warten. Eine Wertetabelle hält sie auseinander.',
  },
  pattern: { en: 'Where the value matches', de: 'Wo der Wert passt' },
  text: { en: 'it becomes', de: 'wird daraus' },
  another: { en: 'Another rule', de: 'Weitere Regel' },
  remove: { en: 'Remove rule {number}', de: 'Regel {number} entfernen' },
  noRule: { en: 'no rule', de: 'keine Regel' },
  matched: { en: '{some, number} of {all, number} matched', de: '{some, number} von {all, number} passen' },
  came: { en: 'Came in', de: 'Kam an' },
  records: { en: 'Records', de: 'Datensätze' },
  becomesOf: { en: '{value} becomes', de: '{value} wird zu' },
  empty: { en: 'empty', de: 'leer' },
  most: { en: 'The 200 most frequent values.', de: 'Die 200 häufigsten Werte.' },
  changed: {
    en: 'Put right the step or its mapping and publish it. Then the records are tried again as they are, by the version of now.',
    de: 'Berichtigen Sie den Schritt oder sein Mapping und veröffentlichen Sie es. Dann werden die Datensätze unverändert mit der jetzigen Version erneut versucht.',
  },
  openMapping: { en: 'Open mapping', de: 'Mapping öffnen' },
  openStep: { en: 'Open step', de: 'Schritt öffnen' },
})

type Props = { cause: Cause; mending: Mending }

/** Which field of the records is changed: the one that seems to be at fault, unless somebody knows better. */
function FieldChoice({ cause, mending: { draft, change } }: Props) {
  const t = useTexts(texts)
  return (
    <Select
      size="xs"
      label={t.field()}
      placeholder={t.choose()}
      classNames={{ input: 'mono' }}
      data={cause.fields}
      value={draft.field || null}
      allowDeselect={false}
      searchable
      onChange={(field) => change({ field: field ?? '', map: {} })}
    />
  )
}

export function SetWay(props: Props) {
  const { draft, values, change } = props.mending
  const t = useTexts(texts)
  return (
    <>
      <FieldChoice {...props} />
      <TextInput
        size="xs"
        label={`${draft.field} ${t.becomes()}`}
        classNames={{ input: 'mono' }}
        value={draft.value}
        onChange={({ currentTarget }) => change({ value: currentTarget.value })}
      />
      {values.length > 1 && !draft.onlyEmpty && (
        <Note tone="amber" icon={<IconAlertTriangle size={16} />}>
          {t.differ({ count: values.length })}
        </Note>
      )}
      <Switch
        size="xs"
        label={t.onlyEmpty()}
        checked={draft.onlyEmpty}
        onChange={({ currentTarget }) => change({ onlyEmpty: currentTarget.checked })}
      />
    </>
  )
}

export function ReplaceWay(props: Props) {
  const { draft, errorAt, change } = props.mending
  const t = useTexts(texts)
  const put = (i: number, part: Partial<(typeof draft.rules)[number]>) =>
    change({ rules: draft.rules.map((rule, at) => (at === i ? { ...rule, ...part } : rule)) })
  return (
    <>
      <FieldChoice {...props} />
      {draft.rules.map((rule, i) => (
        <div key={i} className={s['rule']}>
          <TextInput
            size="xs"
            label={t.pattern()}
            classNames={{ input: 'mono' }}
            value={rule.pattern}
            error={errorAt(`mend.rules.${i}.pattern`)}
            onChange={({ currentTarget }) => put(i, { pattern: currentTarget.value })}
          />
          <TextInput
            size="xs"
            label={t.text()}
            classNames={{ input: 'mono' }}
            value={rule.text}
            onChange={({ currentTarget }) => put(i, { text: currentTarget.value })}
          />
          {draft.rules.length > 1 && (
            <ActionIcon
              variant="subtle"
              aria-label={t.remove({ number: i + 1 })}
              onClick={() => change({ rules: draft.rules.filter((_, at) => at !== i) })}
            >
              <IconTrash size={15} />
            </ActionIcon>
          )}
        </div>
      ))}
      <Preview {...props} />
      <Button
        size="xs"
        variant="default"
        className={s['another']!}
        leftSection={<IconPlus size={14} />}
        onClick={() => change({ rules: [...draft.rules, { pattern: '', text: '' }] })}
      >
        {t.another()}
      </Button>
    </>
  )
}

/** What the rules would make of the values that wait, as they are typed. */
function Preview({ cause, mending: { mend } }: Props) {
  const t = useTexts(texts)
  const { number } = useFormats()
  const [settled] = useDebouncedValue(mend, 300)
  const { data = [] } = useQuery({
    queryKey: [`/rejection_causes/${cause.id}/preview`, settled],
    queryFn: async () =>
      (await api.post(`/rejection_causes/${cause.id}/preview`, { mend: settled! }, { quiet: true })).data,
    enabled: settled?.way === 'replace',
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (data.length === 0) return null
  const sum = (rows: typeof data) => rows.reduce((all, { records }) => all + records, 0)
  return (
    <>
      <ul className={s['preview']}>
        {data.slice(0, 20).map((one) => (
          <li key={keyOf(one.value)}>
            <span className="mono">{shownValue(one.value) || t.empty()}</span>
            {one.matches ? <Right value={one.becomes} /> : <span className="muted">{t.noRule()}</span>}
            <span className="num">{number(one.records)}</span>
            {one.matches ? (
              <IconCheck size={15} color="var(--green)" aria-hidden />
            ) : (
              <IconX size={15} color="var(--red)" aria-hidden />
            )}
          </li>
        ))}
      </ul>
      <p className="muted">{t.matched({ some: sum(data.filter(({ matches }) => matches)), all: sum(data) })}</p>
    </>
  )
}

export function MapWay(props: Props) {
  const { draft, values, change } = props.mending
  const t = useTexts(texts)
  const { number } = useFormats()
  return (
    <>
      <FieldChoice {...props} />
      {values.length > 0 && (
        <div className={s['map']} role="table">
          <div role="row" className={s['mapHead']}>
            <span role="columnheader">{t.came()}</span>
            <span role="columnheader">{t.records()}</span>
            <span role="columnheader">{t.becomes()}</span>
          </div>
          {values.map(({ value, records }) => {
            const shown = shownValue(value) || t.empty()
            return (
              <div role="row" key={keyOf(value)}>
                <span role="cell" className="mono" title={shown}>
                  {shown}
                </span>
                <span role="cell" className="num">
                  {number(records)}
                </span>
                <span role="cell">
                  <TextInput
                    size="xs"
                    aria-label={t.becomesOf({ value: shown })}
                    classNames={{ input: 'mono' }}
                    value={draft.map[keyOf(value)] ?? ''}
                    onChange={({ currentTarget }) =>
                      change({ map: { ...draft.map, [keyOf(value)]: currentTarget.value } })
                    }
                  />
                </span>
              </div>
            )
          })}
        </div>
      )}
      {values.length === 200 && <p className="muted">{t.most()}</p>}
    </>
  )
}

export function AsIsWay({ cause }: Props) {
  const t = useTexts(texts)
  return (
    <>
      <p>{t.changed()}</p>
      <div className={s['links']}>
        {cause.mapping_id && (
          <Button
            size="xs"
            variant="default"
            component={Link}
            to={`/project/mappings/${cause.mapping_id}/mapper`}
            leftSection={<IconArrowsRightLeft size={14} />}
          >
            {t.openMapping()}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          component={Link}
          to={`/project/workflows/${cause.workflow_id}/mode/planning/${cause.step}`}
          leftSection={<IconRoute size={14} />}
        >
          {t.openStep()}
        </Button>
      </div>
    </>
  )
}
