import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { mailLayoutSettings } from '@weft/catalogue/resources/setting/mail-layout.ts'
import type { MailLayout } from '@weft/kit/define/mail-layout.ts'
import { commonVariables } from '@weft/kit/define/mail.ts'
import { templateProblems } from '@weft/kit/define/template-problems.ts'
import { defineMessages, languages, say, type Language, type Text } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Columns } from '@weft/kit/ui/columns.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { PictureInput } from '@weft/kit/ui/picture-input.tsx'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { SettingsForm } from '@weft/kit/ui/settings-form.tsx'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { toastSaved } from '@weft/kit/ui/toast.tsx'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { logoFrom } from './logo.ts'
import { providerLevel } from './level.ts'
import { MailTabs } from './mail-tabs.tsx'
import s from './mail-templates.module.css'
import { MailPreview } from './preview.tsx'

const texts = defineMessages({
  templates: { en: 'Email templates', de: 'E-Mail-Vorlagen' },
  language: { en: 'Language of the preview', de: 'Sprache der Vorschau' },
  en: { en: 'English', de: 'Englisch' },
  de: { en: 'German', de: 'Deutsch' },
  values: {
    en: 'Header and footer are Markdown; they know {values}.',
    de: 'Kopf und Fuß sind Markdown; sie kennen {values}.',
  },
  save: { en: 'Save', de: 'Speichern' },
})

const path = `/settings/${mailLayoutSettings.path}` as const
const { labels, schema } = mailLayoutSettings
const known: ReadonlySet<string> = new Set(Object.keys(commonVariables))

/** What stands around every mail: name, colour, header and footer, beside a mail that shows them. */
export function LayoutScreen() {
  const t = useTexts(texts)
  const read = useLabel()
  const language = useLanguage()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get(path, {}, { signal }),
  })
  const [changed, setChanged] = useState<MailLayout>()
  const { busy, errors, setErrors, send, errorAt } = useSubmit()
  const [shown, setShown] = useState<Language>(language)
  useUnsavedGuard(changed !== undefined)
  if (!data) return null
  const layout = changed ?? data.data
  const change = (next: Record<string, unknown>) => {
    setErrors({})
    setChanged(next as MailLayout)
  }
  const parts = ['header_en', 'header_de', 'footer_en', 'footer_de'] as const
  const complaints = Object.fromEntries(
    parts.flatMap((part) =>
      templateProblems(layout[part], known).length > 0
        ? [[part, templateProblems(layout[part], known).map(({ message }) => say(message, language))]]
        : [],
    ),
  )
  const wrong = Object.keys(complaints).length > 0 || !schema.safeParse(layout).success
  const save = () =>
    send(async () => {
      queries.setQueryData([path], await api.put(path, layout))
      setChanged(undefined)
      toastSaved(read(labels.title))
    })
  const choice = (
    <SegmentedControl
      aria-label={t.language()}
      value={shown}
      onChange={(value) => setShown(value)}
      data={languages.map((one) => ({ value: one, label: t[one]() }))}
    />
  )
  const { colour, logo } = labels.fields as Record<string, { label: Text; help: Text }> as Record<
    'colour' | 'logo',
    { label: Text; help: Text }
  >
  return (
    <Page
      title={read(labels.title)}
      {...(labels.help && { subtitle: read(labels.help) })}
      crumbs={[{ title: t.templates(), to: providerLevel.home }, { title: read(labels.title) }]}
      actions={choice}
      tabs={<MailTabs />}
    >
      <Columns>
        <Panel
          title={read(labels.title)}
          note={t.values({ values: [...known].map((name) => `{{ ${name} }}`).join(', ') })}
        >
          <div className="stack">
            <TextInput
              label={read(colour.label)}
              description={read(colour.help)}
              value={layout.colour}
              error={errorAt('colour')}
              leftSection={
                <input
                  type="color"
                  className={s['colour']}
                  aria-label={read(colour.label)}
                  value={/^#[0-9a-f]{6}$/i.test(layout.colour) ? layout.colour : '#000000'}
                  onChange={(event) => change({ ...layout, colour: event.currentTarget.value })}
                />
              }
              onChange={(event) => change({ ...layout, colour: event.currentTarget.value })}
            />
            <PictureInput
              label={read(logo.label)}
              value={layout.logo || undefined}
              error={errorAt('logo')}
              onPicture={(file) =>
                void (file ? logoFrom(file) : Promise.resolve('')).then((address) =>
                  change({ ...layout, logo: address }),
                )
              }
            />
            <SettingsForm
              schema={schema}
              labels={labels.fields}
              value={layout}
              hide={['colour', 'logo']}
              onChange={change}
              errors={{ ...complaints, ...errors }}
            />
          </div>
          <div className="buttons">
            <Button loading={busy} disabled={changed === undefined || wrong} onClick={() => void save()}>
              {t.save()}
            </Button>
          </div>
        </Panel>
        <MailPreview
          path={providerLevel.path}
          tried={{ class_name: 'invitation', language: shown, layout }}
          wrong={wrong}
        />
      </Columns>
    </Page>
  )
}
