import { partner } from '@weft/catalogue/resources/partner/partner.ts'
import { newPassword } from '@weft/kit/define/password.ts'
import { defineResource } from '@weft/kit/define/resource.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { ResourceForm } from '@weft/kit/ui/resource-form.tsx'
import { ResourceList } from '@weft/kit/ui/resource-list.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconHeartHandshake } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { loadPartners } from '../../shell/selection.ts'
import { usePasswordRules } from '../shared/password-rules.ts'

const texts = defineMessages({
  about: { en: 'Partners look after tenants of their own.', de: 'Partner betreuen eigene Mandanten.' },
  create: { en: 'Create partner', de: 'Partner anlegen' },
  createText: { en: 'With a first administrator, who creates further users himself.', de: 'Mit einem ersten Administrator, der weitere Benutzer selbst anlegt.' },
  tenants: { en: 'Tenants', de: 'Mandanten' },
  users: { en: 'Users', de: 'Benutzer' },
})
const home = '/admin/partners'

/** All partners with how many tenants and users they have. */
export function PartnersScreen() {
  const t = useTexts(texts)
  const formats = useFormats()
  return (
    <ResourceList
      resource={partner}
      to={({ id }) => `${home}/${id}`}
      createTo={`${home}/create`}
      icon={IconHeartHandshake}
      subtitle={t.about()}
      extra={[
        { key: 'tenants', title: t.tenants(), end: true, sortable: false, cell: (row) => formats.number(row['tenants'] as number) },
        { key: 'users', title: t.users(), end: true, sortable: false, cell: (row) => formats.number(row['users'] as number) },
      ]}
    />
  )
}

const { active: _, ...entry } = partner.fields
/** A new partner: his entry and the first administrator in one form. */
const freshPartner = (rules: string) => defineResource({
  ...partner,
  path: 'partners' as string,
  fields: {
    ...entry,
    user: z
      .strictObject({
        first_name: z.string().trim().min(1).max(100).meta({ label: { en: 'First name', de: 'Vorname' } }),
        last_name: z.string().trim().min(1).max(100).meta({ label: { en: 'Last name', de: 'Nachname' } }),
        email: z.email().toLowerCase().max(191).meta({ label: { en: 'E-mail', de: 'E-Mail' } }),
        password: newPassword.meta({ input: 'password', label: { en: 'Password', de: 'Passwort' }, help: { en: rules, de: rules } }),
      }),
  },
  form: [['name', 'short'], ['number', 'workspace'], ['email', 'phone'], ['website', 'language'], ['user']],
  list: { columns: ['name'], search: ['name'], sort: 'name' },
  labels: { ...partner.labels, fields: { ...partner.labels.fields, user: { en: 'First administrator', de: 'Erster Administrator' } } },
})

export function CreatePartnerScreen() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const { text: rules = '' } = usePasswordRules()
  const fresh = useMemo(() => freshPartner(rules), [rules])
  return (
    <Page title={t.create()} subtitle={t.createText()} bleed>
      <ResourceForm
        resource={fresh as never}
        onCancel={() => void navigate({ to: home })}
        onSaved={({ id }) => {
          void loadPartners()
          void navigate({ to: `${home}/${id}`, ignoreBlocker: true })
        }}
      />
    </Page>
  )
}
