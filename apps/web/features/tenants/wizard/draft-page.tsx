import { Button, Checkbox, Input, Select } from '@mantine/core'
import { drafts, type AccountKind } from '@weft/kit/define/account-draft.ts'
import { stepTitles, type StepKey } from '@weft/engine/provisioning/texts.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { sentFrom, tellWrong } from '@weft/kit/ui/first-wrong.ts'
import { FieldInput } from '@weft/kit/ui/form/field-input.tsx'
import { validate, resultOf } from '@weft/kit/ui/form/validate.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { Wizard } from '@weft/kit/ui/wizard.tsx'
import { IconDice5 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { generatePassword } from '@weft/kit/secrets/generate-password.ts'
import { usePasswordRules } from '../../shared/password-rules.ts'
import { partnerShown } from '../tenant.ts'
import { NewStorage } from '../../shared/storage/new-storage.tsx'
import { sentStorage, type StorageValue } from '../../shared/storage/storage-form.tsx'
import { accountPaths, useAccountHome } from './account.ts'
import { draftLabels } from './draft-labels.ts'
import { Summary } from './summary.tsx'
import { typedPassword } from './run.ts'
import s from './wizard.module.css'

const texts = defineMessages({
  tenantTitle: { en: 'Create tenant', de: 'Mandant anlegen' },
  tenantHeading: { en: 'Who is the tenant?', de: 'Wer ist der Mandant?' },
  partnerTitle: { en: 'Create partner', de: 'Partner anlegen' },
  partnerHeading: { en: 'Who is the partner?', de: 'Wer ist der Partner?' },
  lead: {
    en: 'Nine steps then create databases, storage, access and queues. Each can be repeated, and all of them taken back.',
    de: 'Danach legen neun Schritte Datenbanken, Speicher, Zugänge und Warteschlangen an. Jeder lässt sich wiederholen, und alle lassen sich zurücknehmen.',
  },
  company: { en: 'Company', de: 'Firma' },
  place: { en: 'Assignment', de: 'Zuordnung' },
  user: { en: 'First user', de: 'Erster Benutzer' },
  tenantUser: { en: 'Becomes the administrator of the tenant.', de: 'Wird Administrator des Mandanten.' },
  partnerUser: {
    en: 'Becomes the administrator of the partner and adds further users.',
    de: 'Wird Administrator des Partners und legt weitere Benutzer an.',
  },
  responsible: { en: 'Contact person at the provider', de: 'Ansprechpartner beim Anbieter' },
  nobody: { en: 'Nobody', de: 'Niemand' },
  invite: { en: 'Send an invitation instead of a password', de: 'Einladung statt eines Passworts senden' },
  partner: { en: 'Partner', de: 'Partner' },
  noPartner: { en: 'None', de: 'Keiner' },
  storage: { en: 'Storage', de: 'Speicher' },
  server: { en: 'Database server', de: 'Datenbankserver' },
  anyServer: { en: 'The least used one', de: 'Der am wenigsten belegte' },
  generate: { en: 'Generate', de: 'Erzeugen' },
  nothingYet: { en: 'Nothing is created before you continue.', de: 'Bevor Sie fortfahren, wird nichts angelegt.' },
})

type User = {
  salutation: string
  title: string
  first_name: string
  last_name: string
  email: string
  password: string | null
}
type Values = {
  name: string
  short: string
  workspace: string
  language: 'de' | 'en'
  server_id: string | null
  engine: 'postgres' | 'mysql' | null
  provider_user_id: string | null
  partner_id?: string | null
  storage: StorageValue | null
  number?: string | null
  abbreviation?: string
  user: User
}
const nobody: User = { salutation: '', title: '', first_name: '', last_name: '', email: '', password: '' }
const blank = {
  name: '',
  short: '',
  workspace: '',
  language: 'de',
  server_id: null,
  engine: null,
  provider_user_id: null,
  storage: null,
  user: nobody,
} as const
const emptyDraft = (kind: AccountKind): Values => ({
  ...blank,
  ...(kind === 'tenant' ? { partner_id: partnerShown() ?? null } : { number: '', abbreviation: '' }),
})

/** What the account shall be; continuing begins the setup. */
export function DraftPage({ kind }: { kind: AccountKind }) {
  const t = useTexts(texts)
  const titles = useTexts(stepTitles)
  const language = useLanguage()
  const navigate = useNavigate()
  const home = useAccountHome(kind)
  const schema = drafts[kind]
  const shape = schema.shape as Record<string, z.ZodType>
  const userShape = drafts.tenant.shape.user.shape as Record<string, z.ZodType>
  const words =
    kind === 'partner'
      ? { title: t.partnerTitle(), heading: t.partnerHeading(), user: t.partnerUser() }
      : { title: t.tenantTitle(), heading: t.tenantHeading(), user: t.tenantUser() }
  const isProvider = useSession((value) => value.user?.kind === 'admin' && value.area === 'admin')
  const [values, setValues] = useState(() => emptyDraft(kind))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [submitted, setSubmitted] = useState(false)
  const [told, setTold] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  useUnsavedGuard(!busy && JSON.stringify(values) !== JSON.stringify(emptyDraft(kind)))

  const names = Object.fromEntries(
    Object.entries(draftLabels).map(([key, label]) => [key, ('label' in label ? label.label : label)[language]]),
  )
  const rules = usePasswordRules()
  const weak =
    values.user.password &&
    rules.problemOf(values.user.password, [values.user.email, values.user.first_name, values.user.last_name])
  const sent = {
    ...values,
    storage: values.storage && sentStorage(values.storage),
    ...(kind === 'partner' && { number: values.number || null }),
  }
  const complaints: Record<string, string> = {
    ...validate(schema, sent, language, names),
    ...(weak && { 'user.password': weak }),
  }
  const invited = values.user.password === null
  const seen = (place: string) => submitted || left.has(place)
  const errors = Object.fromEntries([
    ...Object.entries(complaints).filter(([place]) => seen(place)),
    ...Object.entries(told),
  ])

  const storageErrors = Object.fromEntries(
    Object.entries(errors)
      .filter(([place]) => place.startsWith('storage.'))
      .map(([place, said]) => [place.slice('storage.'.length), said]),
  )

  const change = (place: string, value: unknown) => {
    const { [place]: _, ...others } = told
    setTold(others)
    const key = place.replace('user.', '')
    setValues(
      place.startsWith('user.') ? { ...values, user: { ...values.user, [key]: value } } : { ...values, [key]: value },
    )
  }

  const begin = async () => {
    const form = sentFrom()
    if (Object.keys(complaints).length > 0) return tellWrong(form, () => setSubmitted(true))
    setSubmitted(true)
    setBusy(true)
    try {
      const { data } = await api.post(accountPaths[kind], sent, { query: { by_hand: true }, host: 'admin' })
      if (values.user.password) typedPassword.keep(data.id, values.user.password)
      await refresh('/provisioning_runs')
      await navigate({ to: '.', search: { run: data.id, start: true } as never, replace: true, ignoreBlocker: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const found = Object.entries(error.errors).map(([place, said]) => [place, said.join(' ')] as const)
      tellWrong(form, () => {
        setTold(Object.fromEntries(found))
        setBusy(false)
      })
    }
  }

  const field = (place: string, schema: z.ZodType, span: number, secret = false) => {
    const key = place.replace('user.', '')
    const value = place.startsWith('user.') ? values.user[key as 'email'] : values[key as 'name']
    return (
      <div key={place} style={{ gridColumn: `span ${span}` }}>
        <FieldInput
          name={key}
          place={place.slice(0, place.length - key.length)}
          schema={schema}
          label={
            place === 'user.password' && rules.text
              ? { ...draftLabels[place], help: { en: rules.text, de: rules.text } }
              : draftLabels[place as keyof typeof draftLabels]
          }
          value={value}
          errors={errors}
          secret={secret}
          result={resultOf(complaints[place] ?? told[place], { touched: left.has(place), submitted })}
          onChange={(next) => change(place, next)}
          onBlur={() => setLeft(new Set([...left, place]))}
        />
      </div>
    )
  }

  const form = (
    <div className={s['form']}>
      <section>
        <h3>{t.company()}</h3>
        <div className={s['grid']}>
          {field('name', shape['name']!, 4)}
          {field('short', shape['short']!, 2)}
          {kind === 'partner' && field('number', shape['number']!, 4)}
          {kind === 'partner' && field('abbreviation', shape['abbreviation']!, 2)}
          {field('workspace', shape['workspace']!, 4)}
          {field('language', shape['language']!, 2)}
        </div>
      </section>
      <section>
        <h3>{t.place()}</h3>
        {isProvider ? (
          <div className={s['grid']}>
            {kind === 'tenant' && (
              <Choice
                label={t.partner()}
                none={t.noPartner()}
                path="/partners"
                value={values.partner_id ?? null}
                error={errors['partner_id']}
                onChange={(id) => change('partner_id', id)}
              />
            )}
            <Choice
              label={t.server()}
              none={t.anyServer()}
              path="/database_servers"
              value={values.server_id}
              error={errors['server_id']}
              onChange={(id) => change('server_id', id)}
            />
            <Choice
              label={t.responsible()}
              none={t.nobody()}
              path="/users"
              filter={{ 'filter[kind]': 'admin' }}
              value={values.provider_user_id}
              error={errors['provider_user_id']}
              onChange={(id) => change('provider_user_id', id)}
            />
          </div>
        ) : (
          <div className={s['grid']}>{field('engine', shape['engine']!, 3)}</div>
        )}
      </section>
      <section>
        <h3>{t.storage()}</h3>
        <NewStorage value={values.storage} onChange={(storage) => change('storage', storage)} errors={storageErrors} />
      </section>
      <section>
        <h3>{t.user()}</h3>
        <p>{words.user}</p>
        <div className={s['grid']}>
          {field('user.salutation', userShape['salutation']!, 3)}
          {field('user.title', userShape['title']!, 3)}
          {field('user.first_name', userShape['first_name']!, 3)}
          {field('user.last_name', userShape['last_name']!, 3)}
          {field('user.email', userShape['email']!, 3)}
          {!invited && field('user.password', userShape['password']!, 3, true)}
        </div>
        <div className={s['way']}>
          <Checkbox
            label={t.invite()}
            checked={invited}
            onChange={(event) => change('user.password', event.currentTarget.checked ? null : '')}
          />
          {!invited && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDice5 size={14} />}
              onClick={() => change('user.password', generatePassword())}
            >
              {t.generate()}
            </Button>
          )}
        </div>
      </section>
    </div>
  )

  const keys = Object.keys(stepTitles) as StepKey[]
  return (
    <Wizard
      title={words.title}
      steps={keys.map((key, i) => ({
        key,
        title: titles[key](),
        state: 'pending' as const,
        heading: words.heading,
        text: t.lead(),
        content: i === 0 ? form : null,
      }))}
      current={keys[0]!}
      onGo={() => {}}
      onNext={begin}
      onCancel={() => void navigate({ to: home })}
      nextLabel={words.title}
      busy={busy}
      note={t.nothingYet()}
      aside={<Summary kind={kind} draft={values} />}
    />
  )
}

type ChoiceProps = {
  label: string
  none: string
  path: '/partners' | '/database_servers' | '/users'
  filter?: Record<string, string>
  value: string | null
  error: string | undefined
  onChange: (id: string | null) => void
}

function Choice({ label, none, path, filter, value, error, onChange }: ChoiceProps) {
  const { data } = useQuery({
    queryKey: [path, { noPagination: true, ...filter }],
    queryFn: ({ signal }) => api.get(path, { noPagination: true, ...filter }, { signal, quiet: true }),
  })
  const options = (data?.data ?? []).filter((entry) => entry.active).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Input.Wrapper label={label} error={error} style={{ gridColumn: 'span 3' }}>
      <Select
        aria-label={label}
        data={[{ value: '', label: none }, ...options]}
        value={value ?? ''}
        allowDeselect={false}
        searchable={options.length > 8}
        error={Boolean(error)}
        onChange={(chosen) => onChange(chosen || null)}
      />
    </Input.Wrapper>
  )
}
