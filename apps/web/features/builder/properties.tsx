import { ActionIcon, NumberInput, SegmentedControl, Select, TagsInput, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import {
  comparesFields,
  fieldInputs,
  fieldWidths,
  type FieldInputKind,
  type FormDefinition,
  type FormField,
} from '@weft/kit/define/form.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { SettingsForm } from '@weft/kit/ui/settings-form.tsx'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import type { z } from 'zod'
import { optionLabels } from '../form-helper/option-labels.ts'
import s from './builder.module.css'
import { writableRules } from './draft.ts'

export const inputTexts = defineMessages({
  text: { en: 'Text', de: 'Text' },
  long_text: { en: 'Long text', de: 'Langer Text' },
  email: { en: 'E-mail', de: 'E-Mail' },
  password: { en: 'Password', de: 'Passwort' },
  number: { en: 'Number', de: 'Zahl' },
  date: { en: 'Date', de: 'Datum' },
  select: { en: 'Selection', de: 'Auswahl' },
  tags: { en: 'Several values', de: 'Mehrere Werte' },
  switch: { en: 'Switch', de: 'Schalter' },
  file: { en: 'Files', de: 'Dateien' },
  picture: { en: 'Picture', de: 'Bild' },
})

const texts = defineMessages({
  field: { en: 'Field', de: 'Feld' },
  name: { en: 'Technical name', de: 'Technischer Name' },
  english: { en: 'Label, English', de: 'Bezeichnung, Englisch' },
  german: { en: 'Label, German', de: 'Bezeichnung, Deutsch' },
  helpEnglish: { en: 'Help, English', de: 'Hilfe, Englisch' },
  helpGerman: { en: 'Help, German', de: 'Hilfe, Deutsch' },
  input: { en: 'Input', de: 'Eingabe' },
  choices: { en: 'Choices', de: 'Auswahlmöglichkeiten' },
  width: { en: 'Width', de: 'Breite' },
  full: { en: 'Full', de: 'Ganz' },
  half: { en: 'Half', de: 'Halb' },
  third: { en: 'Third', de: 'Drittel' },
  when: { en: 'Only when this field', de: 'Nur wenn dieses Feld' },
  always: { en: 'Always shown', de: 'Immer sichtbar' },
  is: { en: 'has the value', de: 'den Wert hat' },
  on: { en: 'On', de: 'Ein' },
  off: { en: 'Off', de: 'Aus' },
  rules: { en: 'Rules', de: 'Regeln' },
  add: { en: 'Add a rule', de: 'Regel hinzufügen' },
  remove: { en: 'Remove the rule {rule}', de: 'Regel {rule} entfernen' },
  noRules: { en: 'Without a rule every value is valid.', de: 'Ohne Regel ist jeder Wert gültig.' },
  other: { en: 'Compared with the field', de: 'Verglichen mit dem Feld' },
  order: {
    en: 'The first rule that complains decides. “Own function”, “Remote check” and “Answer of the server” need a function and are written in code.',
    de: 'Die erste Regel, die etwas beanstandet, entscheidet. „Eigene Funktion“, „Prüfung durch den Server“ und „Antwort des Servers“ brauchen eine Funktion und werden im Code geschrieben.',
  },
})

type Props = {
  form: FormDefinition
  field: FormField
  at: number
  problems: Record<string, string>
  onChange: (field: FormField) => void
}

/** Everything about the chosen field: what it is called, how it looks, which rules it has. */
export function Properties({ form, field, at, problems, onChange }: Props) {
  const t = useTexts(texts)
  const inputs = useTexts(inputTexts)
  const read = useLabel()
  const set = (change: Partial<FormField>) => onChange({ ...field, ...change })
  const problem = (key: string) => problems[`fields.${at}.${key}`]
  const others = form.fields
    .filter(({ name }) => name !== field.name)
    .map(({ name, label }) => ({ value: name, label: read(label) || name }))
  const setHelp = (language: 'en' | 'de', text: string) => {
    const help = { en: '', de: '', ...field.help, [language]: text }
    const { help: _, ...rest } = field
    onChange(help.en === '' && help.de === '' ? rest : { ...rest, help })
  }
  return (
    <aside className={s['side']} aria-label={t.field()}>
      <section className={s['block']}>
        <h2>{t.field()}</h2>
        <TextInput
          label={t.name()}
          value={field.name}
          error={problem('name')}
          classNames={{ input: s['mono']! }}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <div className={s['two']}>
          <TextInput
            label={t.english()}
            value={field.label.en}
            error={problem('label.en')}
            onChange={(event) => set({ label: { ...field.label, en: event.currentTarget.value } })}
          />
          <TextInput
            label={t.german()}
            value={field.label.de}
            error={problem('label.de')}
            onChange={(event) => set({ label: { ...field.label, de: event.currentTarget.value } })}
          />
        </div>
        <div className={s['two']}>
          <TextInput
            label={t.helpEnglish()}
            value={field.help?.en ?? ''}
            error={problem('help.en')}
            onChange={(event) => setHelp('en', event.currentTarget.value)}
          />
          <TextInput
            label={t.helpGerman()}
            value={field.help?.de ?? ''}
            error={problem('help.de')}
            onChange={(event) => setHelp('de', event.currentTarget.value)}
          />
        </div>
        <Select
          label={t.input()}
          value={field.input}
          allowDeselect={false}
          data={fieldInputs.map((input) => ({ value: input, label: inputs[input]() }))}
          onChange={(input) => set({ input: input as FieldInputKind })}
        />
        {field.input === 'select' && (
          <TagsInput
            label={t.choices()}
            value={field.choices}
            error={problem('choices')}
            acceptValueOnBlur
            onChange={(choices) => set({ choices })}
          />
        )}
        <div>
          <div className={s['caption']} id="builder-width">
            {t.width()}
          </div>
          <SegmentedControl
            fullWidth
            aria-labelledby="builder-width"
            value={field.width}
            onChange={(width) => set({ width: width })}
            data={fieldWidths.map((width) => ({ value: width, label: t[width]() }))}
          />
        </div>
        <When form={form} field={field} others={others} error={problem('when')} onChange={onChange} />
      </section>
      <section className={s['block']}>
        <h2>{t.rules()}</h2>
        {field.rules.length === 0 && <p className={s['hint']}>{t.noRules()}</p>}
        {field.rules.map(({ rule, options }, number) => {
          const validator = writableRules.find(({ key }) => key === rule)
          const title = validator ? read(validator.labels.title) : rule
          const replace = (next: Record<string, unknown>) =>
            set({
              rules: field.rules.map((one, i) =>
                i === number
                  ? {
                      rule,
                      options: Object.fromEntries(
                        Object.entries(next).filter(
                          ([, value]) => value !== undefined && value !== null && value !== '',
                        ),
                      ),
                    }
                  : one,
              ),
            })
          return (
            <div key={number} className={s['rule']} role="group" aria-label={title}>
              <div className={s['ruleHead']}>
                <b>{title}</b>
                <code>{rule}</code>
                <ActionIcon
                  size="xs"
                  aria-label={t.remove({ rule: title })}
                  onClick={() => set({ rules: field.rules.filter((_, i) => i !== number) })}
                >
                  <IconTrash size={14} />
                </ActionIcon>
              </div>
              {validator && comparesFields(validator) && (
                <Select
                  label={t.other()}
                  data={others}
                  value={typeof options['other'] === 'string' ? options['other'] : null}
                  onChange={(other) => replace({ ...options, other })}
                />
              )}
              {validator && Object.keys(validator.options.shape).length > (comparesFields(validator) ? 1 : 0) && (
                <SettingsForm
                  schema={validator.options as z.ZodObject}
                  labels={optionLabels}
                  hide={['other']}
                  value={options}
                  onChange={replace}
                  strict
                />
              )}
              {problems[`fields.${at}.rules.${number}`] && (
                <p className={s['complaint']}>{problems[`fields.${at}.rules.${number}`]}</p>
              )}
            </div>
          )
        })}
        <Select
          label={t.add()}
          searchable
          value={null}
          data={writableRules
            .filter(({ key }) => !field.rules.some(({ rule }) => rule === key))
            .map(({ key, labels }) => ({ value: key, label: read(labels.title) }))
            .toSorted((a, b) => a.label.localeCompare(b.label))}
          onChange={(rule) => rule && set({ rules: [...field.rules, { rule, options: startOf(rule) }] })}
        />
        <p className={s['hint']}>{t.order()}</p>
      </section>
    </aside>
  )
}

/** Options a rule begins with: those of its first example that has any it cannot do without. */
function startOf(rule: string): Record<string, unknown> {
  const validator = writableRules.find(({ key }) => key === rule)!
  if (comparesFields(validator) || validator.options.safeParse({}).success) return {}
  return { ...validator.examples[0]!.options }
}

function When({
  form,
  field,
  others,
  error,
  onChange,
}: Pick<Props, 'form' | 'field' | 'onChange'> & {
  others: { value: string; label: string }[]
  error: string | undefined
}) {
  const t = useTexts(texts)
  const target = form.fields.find(({ name }) => name === field.when?.field)
  const choose = (name: string | null) => {
    const { when: _, ...rest } = field
    const chosen = form.fields.find((one) => one.name === name)
    onChange(
      chosen
        ? { ...rest, when: { field: chosen.name, is: chosen.input === 'switch' ? true : (chosen.choices[0] ?? '') } }
        : rest,
    )
  }
  const setIs = (is: string | boolean) => field.when && onChange({ ...field, when: { ...field.when, is } })
  return (
    <div className={s['two']}>
      <Select
        label={t.when()}
        placeholder={t.always()}
        clearable
        clearButtonProps={{ 'aria-label': t.always() }}
        data={others}
        value={field.when?.field ?? null}
        error={error}
        onChange={choose}
      />
      {field.when && target?.input === 'switch' ? (
        <Select
          label={t.is()}
          allowDeselect={false}
          data={[
            { value: 'true', label: t.on() },
            { value: 'false', label: t.off() },
          ]}
          value={String(field.when.is)}
          onChange={(is) => setIs(is === 'true')}
        />
      ) : field.when && target?.input === 'number' ? (
        <NumberInput label={t.is()} value={String(field.when.is)} onChange={(is) => setIs(String(is))} />
      ) : (
        field.when && (
          <TextInput
            label={t.is()}
            value={String(field.when.is)}
            onChange={(event) => setIs(event.currentTarget.value)}
          />
        )
      )}
    </div>
  )
}
