import { Button, SegmentedControl } from '@mantine/core'
import { defineMessages, languages, type Language } from '@weft/kit/messages/messages.ts'
import { usePathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import type { CodeEditorHandle } from '@weft/kit/ui/code-editor.tsx'
import { Columns } from '@weft/kit/ui/columns.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import {
  templateCodeProblems,
  TemplateInput,
  TemplateValues,
  type TemplateValue,
} from '@weft/kit/ui/template-input.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast, toastSaved } from '@weft/kit/ui/toast.tsx'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { IconRotate, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { LayoutScreen } from './layout.tsx'
import { providerLevel, tenantLevel, type Detailed, type Level, type TemplatesPath, type Words } from './level.ts'
import { MailPreview } from './preview.tsx'
import { useTestMail } from './test-mail.ts'

const texts = defineMessages({
  templates: { en: 'Email templates', de: 'E-Mail-Vorlagen' },
  emails: { en: 'Emails', de: 'E-Mails' },
  gone: { en: 'There is no such mail', de: 'Diese E-Mail gibt es nicht' },
  language: { en: 'Language', de: 'Sprache' },
  en: { en: 'English', de: 'Englisch' },
  de: { en: 'German', de: 'Deutsch' },
  own: { en: 'Own words', de: 'Eigener Wortlaut' },
  subject: { en: 'Subject', de: 'Betreff' },
  text: { en: 'Text', de: 'Text' },
  how: {
    en: 'Markdown with values in double braces. A link alone in its paragraph becomes a button.',
    de: 'Markdown mit Werten in doppelten geschweiften Klammern. Ein Link, der allein in seinem Absatz steht, wird zur Schaltfläche.',
  },
  variables: { en: 'Values', de: 'Werte' },
  variablesHelp: {
    en: 'A click puts a value where the cursor is.',
    de: 'Ein Klick setzt einen Wert an die Stelle der Schreibmarke.',
  },
  every: { en: 'in every mail', de: 'in jeder E-Mail' },
  save: { en: 'Save', de: 'Speichern' },
  test: { en: 'Send to myself', de: 'An mich senden' },
  reset: { en: 'Put back', de: 'Zurücksetzen' },
  sure: { en: 'Put the words back as shipped?', de: 'Auf den ausgelieferten Wortlaut zurücksetzen?' },
  sureOwn: { en: 'Put the words back as the provider has them?', de: 'Auf den Wortlaut des Anbieters zurücksetzen?' },
  sureText: {
    en: 'Your own words of this language are gone then.',
    de: 'Ihr eigener Wortlaut in dieser Sprache geht dabei verloren.',
  },
  resetDone: { en: 'Put back', de: 'Zurückgesetzt' },
})

/** One kind of mail at the provider's level, or the layout around all of them. */
export function MailTemplateScreen() {
  const id = usePathParam('id')
  return id === 'layout' ? <LayoutScreen /> : <Template level={providerLevel} id={id} />
}

/** One kind of mail of a tenant. */
export function OwnMailScreen() {
  const id = usePathParam('id')
  return <Template level={tenantLevel} id={id} />
}

function Template({ level, id }: { level: Level; id: string }) {
  const t = useTexts(texts)
  const own = useLanguage()
  const [language, setLanguage] = useState<Language>(own)
  const { data, error } = useQuery({
    queryKey: [level.path, id],
    queryFn: ({ signal }) => api.get(`${level.path}/${id}`, {}, { signal, quiet: true }),
  })
  const home = { title: level === providerLevel ? t.templates() : t.emails(), to: level.home }
  if (error) return <Page title={t.gone()} crumbs={[home]} />
  if (!data) return null
  const mail = data.data
  const choice = (
    <SegmentedControl
      aria-label={t.language()}
      value={language}
      onChange={(value) => setLanguage(value)}
      data={languages.map((one) => ({ value: one, label: t[one]() }))}
    />
  )
  return (
    <Page
      title={mail.name}
      subtitle={mail.help}
      badge={mail.wordings[language].changed && <Badge tone="blue">{t.own()}</Badge>}
      crumbs={[home, { title: mail.name }]}
      actions={choice}
    >
      <Editor key={`${id} ${language}`} level={level} mail={mail} language={language} />
    </Page>
  )
}

function Editor({ level, mail, language }: { level: Level; mail: Detailed; language: Language }) {
  const t = useTexts(texts)
  const reader = useLanguage()
  const mayChange = useMay()(`${level.right}.update`)
  const stored = mail.wordings[language]
  const [changed, setChanged] = useState<Words>()
  const { busy, errors, setErrors, send } = useSubmit()
  const [active, setActive] = useState<'subject' | 'body'>('body')
  const editors = { subject: useRef<CodeEditorHandle>(null), body: useRef<CodeEditorHandle>(null) }
  const test = useTestMail(level.path)
  useUnsavedGuard(changed !== undefined)
  const words: Words = changed ?? { subject: stored.subject, body: stored.body }
  const values: TemplateValue[] = mail.variables.map(({ key, label, sample, common }) => ({
    key,
    label,
    hint: `${sample}${common ? ` – ${t.every()}` : ''}`,
  }))
  const wrong =
    words.subject.trim() === '' ||
    words.body === '' ||
    [words.subject, words.body].some((text) => templateCodeProblems(text, values, reader).length > 0)
  const write = (part: Partial<Words>) => {
    setErrors({})
    setChanged({ ...words, ...part })
  }
  const path: `${TemplatesPath}/${string}/${string}` = `${level.path}/${mail.class_name}/${language}`

  const save = () =>
    send(async () => {
      await api.put(path, words)
      await refresh(level.path)
      setChanged(undefined)
      toastSaved(mail.name)
    })
  const reset = async () => {
    if (
      !(await confirm({
        title: level === providerLevel ? t.sure() : t.sureOwn(),
        text: t.sureText(),
        action: t.reset(),
        danger: true,
      }))
    )
      return
    await send(async () => {
      await api.delete(path)
      await refresh(level.path)
      setChanged(undefined)
      toast({ title: t.resetDone(), message: mail.name, tone: 'green' })
    })
  }
  return (
    <Columns>
      <div className="stack">
        <Panel title={t.subject()} bleed>
          <TemplateInput
            ref={editors.subject}
            value={words.subject}
            onChange={(subject) => write({ subject: subject.replace(/\s*\n\s*/g, ' ') })}
            label={t.subject()}
            values={values}
            size="line"
            readOnly={!mayChange}
            onSave={() => void save()}
            onFocus={() => setActive('subject')}
            complaints={errors['subject']}
          />
        </Panel>
        <Panel title={t.text()} note={t.how()} bleed>
          <TemplateInput
            ref={editors.body}
            value={words.body}
            onChange={(body) => write({ body })}
            label={t.text()}
            values={values}
            readOnly={!mayChange}
            onSave={() => void save()}
            onFocus={() => setActive('body')}
            complaints={errors['body']}
          />
        </Panel>
        <Panel title={t.variables()} note={t.variablesHelp()}>
          <TemplateValues
            values={values}
            disabled={!mayChange}
            onPick={(text) => editors[active].current?.insert(text)}
          />
        </Panel>
        {mayChange && (
          <div className="buttons">
            {stored.changed && (
              <Button
                variant="subtle"
                leftSection={<IconRotate size={15} />}
                disabled={busy}
                onClick={() => void reset()}
              >
                {t.reset()}
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconSend size={15} />}
              loading={test.busy}
              disabled={wrong}
              onClick={() => void send(() => test.send({ class_name: mail.class_name, language, ...words }))}
            >
              {t.test()}
            </Button>
            <Button loading={busy} disabled={changed === undefined || wrong} onClick={() => void save()}>
              {t.save()}
            </Button>
          </div>
        )}
      </div>
      <MailPreview path={level.path} tried={{ class_name: mail.class_name, language, ...words }} wrong={wrong} />
    </Columns>
  )
}
