import { ActionIcon, Button, CopyButton, Menu, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import {
  IconAlignLeft,
  IconArrowDown,
  IconArrowUp,
  IconAt,
  IconCalendar,
  IconCheck,
  IconCopy,
  IconFileImport,
  IconForms,
  IconLetterCase,
  IconListCheck,
  IconLock,
  IconNumbers,
  IconPaperclip,
  IconPhoto,
  IconPlus,
  IconTags,
  IconToggleRight,
  IconTrash,
  type Icon,
} from '@tabler/icons-react'
import { formSource, fieldInputs, type FieldInputKind, type FormDefinition } from '@weft/kit/define/form.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { CodeEditor } from '@weft/kit/ui/code-editor.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { useEffect, useMemo, useState } from 'react'
import s from './builder.module.css'
import {
  allRules,
  exampleForm,
  formJson,
  freshField,
  keepForm,
  keptForm,
  candidateProblems,
  readForm,
} from './draft.ts'
import { Preview } from './preview.tsx'
import { inputTexts, Properties } from './properties.tsx'

const texts = defineMessages({
  title: { en: 'Form builder', de: 'Formular-Baukasten' },
  subtitle: {
    en: 'Compose a form from fields and rules, try it, and take its schema along.',
    de: 'Setzen Sie ein Formular aus Feldern und Regeln zusammen, probieren Sie es aus und nehmen Sie sein Schema mit.',
  },
  fields: { en: 'Fields', de: 'Felder' },
  add: { en: 'Add field', de: 'Feld hinzufügen' },
  up: { en: 'Move {label} up', de: '{label} nach oben' },
  down: { en: 'Move {label} down', de: '{label} nach unten' },
  remove: { en: 'Remove {label}', de: '{label} entfernen' },
  edit: { en: 'Edit {label}', de: '{label} bearbeiten' },
  english: { en: 'Title, English', de: 'Titel, Englisch' },
  german: { en: 'Title, German', de: 'Titel, Deutsch' },
  view: { en: 'View', de: 'Ansicht' },
  preview: { en: 'Preview', de: 'Vorschau' },
  json: { en: 'JSON', de: 'JSON' },
  zod: { en: 'zod source', de: 'zod-Quelltext' },
  copy: { en: 'Copy', de: 'Kopieren' },
  copied: { en: 'Copied', de: 'Kopiert' },
  import: { en: 'Import', de: 'Importieren' },
  importTitle: { en: 'Import a form', de: 'Formular importieren' },
  importText: { en: 'JSON of a form', de: 'JSON eines Formulars' },
  importHint: { en: 'It replaces the form you see.', de: 'Es ersetzt das angezeigte Formular.' },
  restart: { en: 'Start again', de: 'Neu beginnen' },
  restartTitle: { en: 'Discard this form?', de: 'Dieses Formular verwerfen?' },
  restartText: { en: 'The example takes its place.', de: 'An seine Stelle tritt das Beispiel.' },
  noFields: { en: 'No fields yet', de: 'Noch keine Felder' },
  noFieldsText: { en: 'Add the first field on the left.', de: 'Fügen Sie links das erste Feld hinzu.' },
  wrong: {
    en: '{count, plural, one {One thing does not fit yet} other {# things do not fit yet}}',
    de: '{count, plural, one {Eine Angabe passt noch nicht} other {# Angaben passen noch nicht}}',
  },
})

const icons: Record<FieldInputKind, Icon> = {
  text: IconLetterCase,
  long_text: IconAlignLeft,
  email: IconAt,
  password: IconLock,
  number: IconNumbers,
  date: IconCalendar,
  select: IconListCheck,
  tags: IconTags,
  switch: IconToggleRight,
  file: IconPaperclip,
  picture: IconPhoto,
}
type View = 'preview' | 'json' | 'zod'

/** Composes a form of fields and rules, with a live preview and its schema. */
export function BuilderScreen() {
  const t = useTexts(texts)
  const language = useLanguage()
  const [form, setForm] = useState<FormDefinition>(keptForm)
  const [at, setAt] = useState(0)
  const [view, setView] = useState<View>('preview')
  const [isImporting, setImporting] = useState(false)
  useEffect(() => keepForm(form), [form])
  const problems = useMemo(() => candidateProblems(form, language), [form, language])
  const json = useMemo(() => formJson(form), [form])
  const zod = useMemo(() => formSource(form, allRules), [form])
  const field = form.fields[Math.min(at, form.fields.length - 1)]
  const index = field ? form.fields.indexOf(field) : 0
  const count = Object.keys(problems).length
  const restart = async () => {
    if (!(await confirm({ title: t.restartTitle(), text: t.restartText(), action: t.restart(), danger: true }))) return
    setForm(exampleForm())
    setAt(0)
  }
  return (
    <Page
      title={t.title()}
      subtitle={t.subtitle()}
      bleed
      fill
      actions={
        <>
          <Button variant="subtle" onClick={() => void restart()}>
            {t.restart()}
          </Button>
          <Button variant="default" leftSection={<IconFileImport size={15} />} onClick={() => setImporting(true)}>
            {t.import()}
          </Button>
          <CopyButton value={view === 'zod' ? zod : json}>
            {({ copied, copy }) => (
              <Button leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} />} onClick={copy}>
                {copied ? t.copied() : `${t.copy()}: ${view === 'zod' ? t.zod() : t.json()}`}
              </Button>
            )}
          </CopyButton>
        </>
      }
    >
      <div className={s['builder']}>
        <FieldList form={form} at={index} problems={problems} onChange={setForm} onSelect={setAt} />
        <div className={s['middle']}>
          <div className={s['views']}>
            <SegmentedControl
              aria-label={t.view()}
              value={view}
              onChange={(next) => setView(next as View)}
              data={(['preview', 'json', 'zod'] as const).map((one) => ({ value: one, label: t[one]() }))}
            />
            {count > 0 && (
              <span className={s['wrong']} role="status">
                {t.wrong({ count })}
              </span>
            )}
          </div>
          {form.fields.length === 0 ? (
            <EmptyState icon={IconForms} title={t.noFields()} text={t.noFieldsText()} />
          ) : view === 'preview' ? (
            <div className={s['paper']}>
              <Preview
                form={form}
                selected={field?.name ?? ''}
                onSelect={(name) => setAt(form.fields.findIndex((one) => one.name === name))}
              />
            </div>
          ) : (
            <div className={s['code']}>
              <CodeEditor
                key={view}
                value={view === 'json' ? json : zod}
                language={view === 'json' ? 'json' : 'ts'}
                label={view === 'json' ? t.json() : t.zod()}
                readOnly
              />
            </div>
          )}
        </div>
        {field ? (
          <Properties
            form={form}
            field={field}
            at={index}
            problems={problems}
            onChange={(next) => setForm(renamed(form, index, next))}
          />
        ) : (
          <div />
        )}
      </div>
      {isImporting && (
        <Import
          onClose={() => setImporting(false)}
          onForm={(next) => {
            setForm(next)
            setAt(0)
          }}
        />
      )}
    </Page>
  )
}

/** The form with one field replaced; what named it by its old name follows. */
function renamed(form: FormDefinition, index: number, next: FormDefinition['fields'][number]): FormDefinition {
  const old = form.fields[index]!.name
  const fields = form.fields.map((field, i) => (i === index ? next : field))
  if (old === next.name) return { ...form, fields }
  return {
    ...form,
    fields: fields.map((field) => ({
      ...field,
      ...(field.when?.field === old && { when: { ...field.when, field: next.name } }),
      rules: field.rules.map((rule) =>
        rule.options['other'] === old ? { ...rule, options: { ...rule.options, other: next.name } } : rule,
      ),
    })),
  }
}

function FieldList({
  form,
  at,
  problems,
  onChange,
  onSelect,
}: {
  form: FormDefinition
  at: number
  problems: Record<string, string>
  onChange: (form: FormDefinition) => void
  onSelect: (at: number) => void
}) {
  const t = useTexts(texts)
  const inputs = useTexts(inputTexts)
  const read = useLabel()
  const move = (from: number, to: number) => {
    const fields = [...form.fields]
    fields.splice(to, 0, ...fields.splice(from, 1))
    onChange({ ...form, fields })
    onSelect(to)
  }
  return (
    <nav className={s['list']} aria-label={t.fields()}>
      <section className={s['block']}>
        <TextInput
          label={t.english()}
          value={form.title.en}
          error={problems['title.en']}
          onChange={(event) => onChange({ ...form, title: { ...form.title, en: event.currentTarget.value } })}
        />
        <TextInput
          label={t.german()}
          value={form.title.de}
          error={problems['title.de']}
          onChange={(event) => onChange({ ...form, title: { ...form.title, de: event.currentTarget.value } })}
        />
      </section>
      <ol className={s['rows']}>
        {form.fields.map((field, i) => {
          const InputIcon = icons[field.input]
          const label = read(field.label) || field.name
          const isWrong = Object.keys(problems).some((place) => place.startsWith(`fields.${i}.`))
          return (
            <li key={i} className={s['row']} data-selected={i === at || undefined}>
              <button
                type="button"
                aria-current={i === at || undefined}
                aria-label={t.edit({ label })}
                onClick={() => onSelect(i)}
              >
                <InputIcon size={15} stroke={1.7} aria-hidden />
                <span>{label}</span>
                {isWrong && <i aria-hidden />}
              </button>
              <ActionIcon size="xs" aria-label={t.up({ label })} disabled={i === 0} onClick={() => move(i, i - 1)}>
                <IconArrowUp size={13} />
              </ActionIcon>
              <ActionIcon
                size="xs"
                aria-label={t.down({ label })}
                disabled={i === form.fields.length - 1}
                onClick={() => move(i, i + 1)}
              >
                <IconArrowDown size={13} />
              </ActionIcon>
              <ActionIcon
                size="xs"
                aria-label={t.remove({ label })}
                onClick={() => onChange({ ...form, fields: form.fields.filter((_, other) => other !== i) })}
              >
                <IconTrash size={13} />
              </ActionIcon>
            </li>
          )
        })}
      </ol>
      <div className={s['block']}>
        <Menu position="bottom-start" width={220}>
          <Menu.Target>
            <Button variant="default" fullWidth leftSection={<IconPlus size={14} />}>
              {t.add()}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {fieldInputs.map((input) => {
              const InputIcon = icons[input]
              return (
                <Menu.Item
                  key={input}
                  leftSection={<InputIcon size={15} stroke={1.7} />}
                  onClick={() => {
                    onChange({ ...form, fields: [...form.fields, freshField(form, input)] })
                    onSelect(form.fields.length)
                  }}
                >
                  {inputs[input]()}
                </Menu.Item>
              )
            })}
          </Menu.Dropdown>
        </Menu>
      </div>
    </nav>
  )
}

function Import({ onClose, onForm }: { onClose: () => void; onForm: (form: FormDefinition) => void }) {
  const t = useTexts(texts)
  const language = useLanguage()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string[]>([])
  const take = () => {
    const read = readForm(text, language)
    if ('problems' in read) return setWrong(read.problems)
    onForm(read.form)
    onClose()
  }
  return (
    <Dialog onClose={onClose} title={t.importTitle()} size={640}>
      <div className={s['import']}>
        <Textarea
          label={t.importText()}
          description={t.importHint()}
          autosize
          minRows={12}
          maxRows={20}
          classNames={{ input: s['mono']! }}
          value={text}
          error={wrong.length > 0}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        {wrong.length > 0 && (
          <ul className={s['problems']} role="alert">
            {wrong.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        )}
        <Button disabled={text.trim() === ''} onClick={take}>
          {t.import()}
        </Button>
      </div>
    </Dialog>
  )
}
