import { Button, Select, SegmentedControl, TextInput } from '@mantine/core'
import { newsletter } from '@weft/catalogue/mails/newsletter.ts'
import { audienceLabels, audiences } from '@weft/catalogue/resources/newsletter-campaign/newsletter-campaign.ts'
import { commonVariables, type MailVariable } from '@weft/kit/define/mail.ts'
import type { Sent } from '@weft/kit/contracts/client.ts'
import { defineMessages, languages, type Language } from '@weft/kit/messages/messages.ts'
import { usePathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
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
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { toastSaved } from '@weft/kit/ui/toast.tsx'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { IconPlayerStop, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { MailPreview } from '../mail-templates/preview.tsx'
import { useTestMail } from '../mail-templates/test-mail.ts'
import { RemoveEntry } from '../shared/remove-entry.tsx'
import { Deliveries } from './deliveries.tsx'
import { campaignPath, campaignTones, newsletterHome, type Campaign } from './newsletter.ts'
import { campaignTexts } from './texts.ts'

const texts = defineMessages({
  newsletter: { en: 'Newsletter', de: 'Newsletter' },
  fresh: { en: 'Write newsletter', de: 'Newsletter schreiben' },
  gone: { en: 'There is no such newsletter', de: 'Diesen Newsletter gibt es nicht' },
  what: { en: 'What and to whom', de: 'Was und an wen' },
  name: { en: 'Name', de: 'Name' },
  nameHelp: { en: 'Only for you.', de: 'Nur für Sie.' },
  audience: { en: 'Audience', de: 'Empfängerkreis' },
  reached: {
    en: '{count, plural, =0 {Nobody at the moment} one {One address at the moment} other {# addresses at the moment}}',
    de: '{count, plural, =0 {Zurzeit niemand} one {Zurzeit eine Adresse} other {Zurzeit # Adressen}}',
  },
  language: { en: 'Language', de: 'Sprache' },
  en: { en: 'English', de: 'Englisch' },
  de: { en: 'German', de: 'Deutsch' },
  subject: { en: 'Subject', de: 'Betreff' },
  text: { en: 'Text', de: 'Text' },
  how: {
    en: 'Markdown. The link to unsubscribe stands below by itself.',
    de: 'Markdown. Der Link zum Abbestellen steht von selbst darunter.',
  },
  variables: { en: 'Values', de: 'Werte' },
  save: { en: 'Save', de: 'Speichern' },
  test: { en: 'Send to myself', de: 'An mich senden' },
  send: { en: 'Send newsletter', de: 'Newsletter senden' },
  sure: {
    en: '{count, plural, one {Send to one address?} other {Send to # addresses?}}',
    de: '{count, plural, one {An eine Adresse senden?} other {An # Adressen senden?}}',
  },
  sureText: {
    en: 'Mails that have left cannot be called back.',
    de: 'Was hinausgegangen ist, lässt sich nicht zurückholen.',
  },
  stop: { en: 'Stop', de: 'Anhalten' },
  stopSure: { en: 'Stop this newsletter?', de: 'Diesen Newsletter anhalten?' },
  stopText: {
    en: 'What has not left yet will not be sent.',
    de: 'Was noch nicht hinausgegangen ist, wird nicht gesendet.',
  },
})

type Draft = Required<Sent<'POST', typeof campaignPath>>
const blank: Draft = { label: '', audience: 'subscribers', subject_en: '', body_en: '', subject_de: '', body_de: '' }

/** One newsletter: written while it is a draft, watched once it goes out. */
export function CampaignScreen() {
  const t = useTexts(texts)
  const states = useTexts(campaignTexts)
  const id = usePathParam('id')
  const isNew = id === 'create'
  const { data, error } = useQuery({
    queryKey: [campaignPath, id],
    enabled: !isNew,
    queryFn: ({ signal }) => api.get(`${campaignPath}/${id}`, {}, { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data?.data.status === 'sending' ? 1_000 : false),
  })
  const crumb = { title: t.newsletter(), to: newsletterHome }
  if (error) return <Page title={t.gone()} crumbs={[crumb]} />
  if (!isNew && !data) return null
  const campaign = data?.data
  const title = campaign?.label ?? t.fresh()
  const badge = campaign && (
    <StatusDot tone={campaignTones[campaign.status]} pulse={campaign.status === 'sending'}>
      {states[campaign.status]()}
    </StatusDot>
  )
  return (
    <Page title={title} badge={badge} crumbs={[crumb, { title }]} actions={campaign && <Actions campaign={campaign} />}>
      {campaign && campaign.status !== 'draft' ? (
        <Deliveries campaign={campaign} />
      ) : (
        <Editor key={id} campaign={campaign} />
      )}
    </Page>
  )
}

function Actions({ campaign }: { campaign: Campaign }) {
  const t = useTexts(texts)
  const may = useMay()
  const stop = async () => {
    if (!(await confirm({ title: t.stopSure(), text: t.stopText(), action: t.stop(), danger: true }))) return
    await api.post(`${campaignPath}/${campaign.id}/cancel`)
    await refresh(campaignPath)
  }
  if (campaign.status === 'sending')
    return may('system.run') ? (
      <Button variant="danger" leftSection={<IconPlayerStop size={15} />} onClick={() => void stop()}>
        {t.stop()}
      </Button>
    ) : null
  return may('system.delete') ? (
    <RemoveEntry path={campaignPath} id={campaign.id} name={campaign.label} home={newsletterHome} />
  ) : null
}

function Editor({ campaign }: { campaign: Campaign | undefined }) {
  const t = useTexts(texts)
  const reader = useLanguage()
  const navigate = useNavigate()
  const may = useMay()
  const mayWrite = may(campaign ? 'system.update' : 'system.create')
  const [changed, setChanged] = useState<Draft>()
  const [language, setLanguage] = useState<Language>(reader)
  const { busy, errors, setErrors, send, errorAt } = useSubmit(({ errors }) => {
    const other = languages.find(
      (one) => one !== language && Object.keys(errors).some((field) => field.endsWith(`_${one}`)),
    )
    if (other && !errors[subject] && !errors[body]) setLanguage(other)
    return errors
  })
  const test = useTestMail(campaignPath)
  useUnsavedGuard(changed !== undefined)
  const draft: Draft = changed ?? campaign ?? blank
  const [subject, body] = [`subject_${language}`, `body_${language}`] as const
  const words = { subject: draft[subject], body: draft[body] }
  const values = useValues()
  const mistaken = [words.subject, words.body].some((text) => templateCodeProblems(text, values, reader).length > 0)
  const write = (part: Partial<Draft>) => {
    setErrors({})
    setChanged({ ...pick(draft), ...part })
  }
  const store = async () => {
    const { data } = campaign
      ? await api.put(`${campaignPath}/${campaign.id}`, pick(draft))
      : await api.post(campaignPath, pick(draft))
    setChanged(undefined)
    await refresh(campaignPath)
    return data
  }
  const save = () =>
    send(async () => {
      const { id } = await store()
      toastSaved(draft.label)
      if (!campaign) void navigate({ to: `${newsletterHome}/${id}`, ignoreBlocker: true })
    })
  const sendOut = () =>
    send(async () => {
      if (changed) await store()
      if (
        !(await confirm({ title: t.sure({ count: campaign!.addressees ?? 0 }), text: t.sureText(), action: t.send() }))
      )
        return
      await api.post(`${campaignPath}/${campaign!.id}/send`)
      await refresh(campaignPath)
    })
  const preview = { language, ...words }
  return (
    <Columns>
      <div className="stack">
        <What
          draft={draft}
          reached={campaign && !changed ? (campaign.addressees ?? 0) : undefined}
          readOnly={!mayWrite}
          errorAt={errorAt}
          onChange={write}
        />
        <SegmentedControl
          aria-label={t.language()}
          value={language}
          onChange={(value) => setLanguage(value)}
          data={languages.map((one) => ({ value: one, label: t[one]() }))}
        />
        <Words
          key={language}
          {...words}
          values={values}
          readOnly={!mayWrite}
          complaints={{ subject: errors[subject], body: errors[body] }}
          onSubject={(text) => write({ [subject]: text })}
          onBody={(text) => write({ [body]: text })}
          onSave={() => void save()}
        />
        {mayWrite && (
          <div className="buttons">
            <Button
              variant="default"
              loading={test.busy}
              disabled={mistaken || words.subject === ''}
              onClick={() => void send(() => test.send(preview))}
            >
              {t.test()}
            </Button>
            <Button
              variant="default"
              loading={busy}
              disabled={!changed || mistaken || draft.label.trim() === ''}
              onClick={() => void save()}
            >
              {t.save()}
            </Button>
            {campaign && may('system.run') && (
              <Button
                leftSection={<IconSend size={15} />}
                loading={busy}
                disabled={mistaken}
                onClick={() => void sendOut()}
              >
                {t.send()}
              </Button>
            )}
          </div>
        )}
      </div>
      <MailPreview path={campaignPath} tried={preview} wrong={mistaken} />
    </Columns>
  )
}

/** What somebody can name in the words: what every mail knows, and the link to unsubscribe. */
function useValues(): TemplateValue[] {
  const read = useLabel()
  const { unsubscribe } = newsletter.variables
  return Object.entries<MailVariable>({ ...commonVariables, unsubscribe }).map(([key, { label, sample }]) => ({
    key,
    label: read(label),
    hint: typeof sample === 'object' ? read(sample) : String(sample),
  }))
}

type WhatProps = {
  draft: Draft
  /** How many would get it now, where that is known. */
  reached: number | undefined
  readOnly: boolean
  errorAt: (field: string) => string | undefined
  onChange: (changes: Partial<Draft>) => void
}

function What({ draft, reached, readOnly, errorAt, onChange }: WhatProps) {
  const t = useTexts(texts)
  const read = useLabel()
  return (
    <Panel title={t.what()}>
      <div className="stack">
        <TextInput
          label={t.name()}
          description={t.nameHelp()}
          withAsterisk
          value={draft.label}
          error={errorAt('label')}
          disabled={readOnly}
          onChange={(event) => onChange({ label: event.currentTarget.value })}
        />
        <Select
          label={t.audience()}
          allowDeselect={false}
          value={draft.audience}
          error={errorAt('audience')}
          disabled={readOnly}
          {...(reached !== undefined && { description: t.reached({ count: reached }) })}
          data={audiences.map((value) => ({ value, label: read(audienceLabels[value]) }))}
          onChange={(value) => value && onChange({ audience: value })}
        />
      </div>
    </Panel>
  )
}

type WordsProps = {
  subject: string
  body: string
  values: TemplateValue[]
  readOnly: boolean
  complaints: Record<'subject' | 'body', string[] | undefined>
  onSubject: (text: string) => void
  onBody: (text: string) => void
  onSave: () => void
}

/** Subject and text in one language; a value that is picked goes into the one written in last. */
function Words({ subject, body, values, readOnly, complaints, onSubject, onBody, onSave }: WordsProps) {
  const t = useTexts(texts)
  const [active, setActive] = useState<'subject' | 'body'>('body')
  const editors = { subject: useRef<CodeEditorHandle>(null), body: useRef<CodeEditorHandle>(null) }
  const shared = { values, readOnly, onSave }
  return (
    <>
      <Panel title={t.subject()} bleed>
        <TemplateInput
          {...shared}
          ref={editors.subject}
          value={subject}
          onChange={(text) => onSubject(text.replace(/\s*\n\s*/g, ' '))}
          label={t.subject()}
          size="line"
          onFocus={() => setActive('subject')}
          complaints={complaints.subject}
        />
      </Panel>
      <Panel title={t.text()} note={t.how()} bleed>
        <TemplateInput
          {...shared}
          ref={editors.body}
          value={body}
          onChange={onBody}
          label={t.text()}
          onFocus={() => setActive('body')}
          complaints={complaints.body}
        />
      </Panel>
      <Panel title={t.variables()}>
        <TemplateValues values={values} disabled={readOnly} onPick={(text) => editors[active].current?.insert(text)} />
      </Panel>
    </>
  )
}

const pick = ({ label, audience, subject_en, body_en, subject_de, body_de }: Draft): Draft => ({
  label,
  audience,
  subject_en,
  body_en,
  subject_de,
  body_de,
})
