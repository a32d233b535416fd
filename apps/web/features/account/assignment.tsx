import { Button, Select, TextInput } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useEntries } from '@weft/kit/ui/form/use-entries.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { assignToField, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toastSaved } from '@weft/kit/ui/toast.tsx'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { useState, type FormEvent } from 'react'
import type { Tenant } from '../tenants/tenant.ts'
import s from '../tenants/tenants.module.css'

const texts = defineMessages({
  title: { en: 'Assignment', de: 'Zuordnung' },
  number: { en: 'Tenant number', de: 'Mandantennummer' },
  workspace: { en: 'Workspace domain', de: 'Workspace-Domain' },
  partner: { en: 'Partner', de: 'Partner' },
  contact: { en: 'Contact person at the provider', de: 'Ansprechpartner beim Anbieter' },
  none: { en: 'None', de: 'Keiner' },
  save: { en: 'Save', de: 'Speichern' },
})

type Values = { number: string; workspace: string; partner_id: string | null; provider_user_id: string | null }
const valuesOf = ({ number, workspace, partner_id, provider_user_id }: Tenant): Values => ({
  number: number ?? '',
  workspace,
  partner_id,
  provider_user_id,
})

/** What only the provider decides about a tenant: number, workspace, partner, and who looks after it. */
export function Assignment({ tenant }: { tenant: Tenant }) {
  const t = useTexts(texts)
  const before = valuesOf(tenant)
  const [values, setValues] = useState(before)
  const { send, errorAt } = useSubmit(assignToField('number'))
  const changes = Object.fromEntries(
    Object.entries(values).filter(([key, value]) => value !== before[key as keyof Values]),
  )
  const dirty = Object.keys(changes).length > 0
  useUnsavedGuard(dirty)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    await send(async () => {
      await api.put(`/clients/${tenant.id}`, changes, { quiet: true })
      toastSaved(tenant.name)
      await refresh('/clients')
    })
  }
  const text = (key: 'number' | 'workspace') => (
    <TextInput
      label={t[key]()}
      value={values[key]}
      error={errorAt(key)}
      onChange={(event) => setValues({ ...values, [key]: event.currentTarget.value })}
    />
  )
  return (
    <Panel title={t.title()}>
      <form className="stack" onSubmit={(event) => void save(event)}>
        <div className={s['pair']}>
          {text('number')}
          {text('workspace')}
          <Choice
            label={t.partner()}
            none={t.none()}
            path="/partners"
            query={{}}
            value={values.partner_id}
            error={errorAt('partner_id')}
            onChange={(partner_id) => setValues({ ...values, partner_id })}
          />
          <Choice
            label={t.contact()}
            none={t.none()}
            path="/users"
            query={{ 'filter[kind]': 'admin' }}
            value={values.provider_user_id}
            error={errorAt('provider_user_id')}
            onChange={(provider_user_id) => setValues({ ...values, provider_user_id })}
          />
        </div>
        <div className={s['buttons']}>
          <Button type="submit" disabled={!dirty}>
            {t.save()}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

type ChoiceProps = {
  label: string
  none: string
  path: '/partners' | '/users'
  query: Record<string, string>
  value: string | null
  error: string | undefined
  onChange: (id: string | null) => void
}

function Choice({ label, none, path, query, value, error, onChange }: ChoiceProps) {
  const chosen = value ? [value] : []
  const { entries, cutOff, onSearchChange } = useEntries<ListRow<typeof path>>(path, { query, chosen })
  const options = entries.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Select
      label={label}
      description={cutOff}
      data={[{ value: '', label: none }, ...options]}
      value={value ?? ''}
      allowDeselect={false}
      searchable={options.length > 8}
      onSearchChange={onSearchChange}
      error={error}
      onChange={(chosen) => onChange(chosen || null)}
    />
  )
}
