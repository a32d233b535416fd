import { drafts, partnerDraft, type AccountKind } from '@weft/kit/define/account-draft.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { sentFrom, tellWrong } from '@weft/kit/ui/first-wrong.ts'
import { resultOf, validate } from '@weft/kit/ui/form/validate.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { usePasswordRules } from '../../shared/password-rules.ts'
import { sentStorage, type StorageValue } from '../../shared/storage/storage-form.tsx'
import { partnerShown } from '../tenant.ts'
import { accountPaths } from './account.ts'
import { draftLabels } from './draft-labels.ts'
import { typedPassword } from './run.ts'

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
  documents_server_id: string | null
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
  documents_server_id: null,
  engine: null,
  provider_user_id: null,
  storage: null,
  user: nobody,
} as const
const emptyDraft = (kind: AccountKind): Values => ({
  ...blank,
  ...(kind === 'tenant' ? { partner_id: partnerShown() ?? null } : { number: '', abbreviation: '' }),
})

/** A field that is typed in: its dotted path in the draft. */
export type DraftPlace = keyof typeof draftLabels

const { shape } = partnerDraft
const user = shape.user.shape
/** What each field takes; a partner has every field that a tenant has. */
export const draftSchemas = {
  name: shape.name,
  short: shape.short,
  number: shape.number,
  abbreviation: shape.abbreviation,
  workspace: shape.workspace,
  language: shape.language,
  engine: shape.engine,
  'user.salutation': user.salutation,
  'user.title': user.title,
  'user.first_name': user.first_name,
  'user.last_name': user.last_name,
  'user.email': user.email,
  'user.password': user.password,
} satisfies Record<DraftPlace, z.ZodType>

/** The account as it is typed in, what is wrong with it, and sending it. */
export function useDraft(kind: AccountKind) {
  const language = useLanguage()
  const navigate = useNavigate()
  const schema = drafts[kind]
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
  const seen = (place: string) => submitted || left.has(place)
  const errors = Object.fromEntries([
    ...Object.entries(complaints).filter(([place]) => seen(place)),
    ...Object.entries(told),
  ])

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

  const valueAt = (place: DraftPlace) => {
    const fields: Record<string, unknown> = place.startsWith('user.') ? values.user : values
    return fields[place.replace('user.', '')]
  }
  const resultAt = (place: DraftPlace) =>
    resultOf(complaints[place] ?? told[place], { touched: left.has(place), submitted })
  const leave = (place: DraftPlace) => setLeft(new Set([...left, place]))
  return { values, valueAt, change, leave, errors, resultAt, passwordRules: rules.text, begin, busy }
}
