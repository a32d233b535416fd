import { user as resource } from '@weft/catalogue/resources/user/user.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Avatar, Facts } from '@weft/kit/ui/bits.tsx'
import { Columns } from '@weft/kit/ui/columns.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { PageTabs } from '@weft/kit/ui/page-tabs.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { SectionForm } from '@weft/kit/ui/section-form.tsx'
import { session, useSession } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { homeOf } from '../../shell/home.ts'
import { Grid, Had } from '../shared/permission-grid.tsx'
import { ProfilePicture } from '../shared/profile-picture.tsx'

const texts = defineMessages({
  tabs: { en: 'Profile', de: 'Profil' },
  overview: { en: 'Overview', de: 'Überblick' },
  information: { en: 'Personal information', de: 'Persönliche Angaben' },
  access: { en: 'Access data', de: 'Zugangsdaten' },
  email: { en: 'Email address', de: 'E-Mail-Adresse' },
  role: { en: 'Role', de: 'Rolle' },
  workspace: { en: 'Workspace', de: 'Workspace' },
  belongs: { en: 'Belongs to', de: 'Gehört zu' },
  language: { en: 'Language', de: 'Sprache' },
  rights: { en: 'What you may do', de: 'Was Sie dürfen' },
  rightsText: {
    en: 'As your role allows; the administration can change it.',
    de: 'So erlaubt es Ihre Rolle; die Administration kann das ändern.',
  },
})

const tabs = (t: { overview(): string; information(): string; access(): string }) => [
  { to: '/user/profile', title: t.overview() },
  { to: '/user/profile/information', title: t.information() },
  { to: '/user/profile/access-data', title: t.access() },
]

/** The page around each tab of the profile. */
export function ProfileFrame({ bleed, children }: { bleed?: boolean; children: ReactNode }) {
  const t = useTexts(texts)
  const user = useSession((value) => value.user)!
  return (
    <Page
      title={user.name}
      subtitle={user.email}
      icon={<Avatar name={user.name} picture={user.profile_picture} size={40} />}
      tabs={<PageTabs label={t.tabs()} tabs={tabs(t)} />}
      bleed={bleed ?? false}
    >
      {children}
    </Page>
  )
}

/** Who I am, and what my role lets me do. */
export function ProfileScreen() {
  const t = useTexts(texts)
  const read = useLabel()
  const { user, own_partner, own_tenant } = useSession((value) => value)
  if (!user) return null
  const roleNames = (resource.labels.fields.role as { options: Record<string, { en: string; de: string }> }).options
  return (
    <ProfileFrame>
      <Columns first={340}>
        <Panel title={t.overview()}>
          <Facts
            facts={[
              [t.email(), user.email],
              [t.role(), roleNames[user.role] ? read(roleNames[user.role]!) : (user.role_name ?? user.role)],
              [t.workspace(), user.email.split('@')[1]],
              own_tenant || own_partner ? [t.belongs(), (own_tenant ?? own_partner)!.name] : undefined,
              [t.language(), user.language.label],
            ]}
          />
        </Panel>
        <Panel title={t.rights()} note={t.rightsText()} bleed>
          <Grid possible={new Set(user.permissions)} cell={({ name }) => <Had name={name} />} />
        </Panel>
      </Columns>
    </ProfileFrame>
  )
}

const { salutation, title, first_name, last_name, job, company, phone, username, language } = resource.fields
const information = z.strictObject({
  salutation,
  title,
  first_name,
  last_name,
  job,
  company,
  phone,
  username,
  language,
})

export function ProfileInformationScreen() {
  const t = useTexts(texts)
  const picture = useSession((value) => value.user?.profile_picture)
  const know = async () => {
    const { data, meta } = await api.get('/auth/me')
    session.know(data, homeOf(meta.tenant))
  }
  return (
    <ProfileFrame bleed>
      <SectionForm
        label={t.information()}
        path="/auth/me/information"
        schema={information}
        rows={[
          ['salutation', 'title'],
          ['first_name', 'last_name'],
          ['job', 'company'],
          ['phone', 'username'],
          ['language'],
        ]}
        labels={resource.labels.fields}
        onSaved={() => void know()}
        aside={<ProfilePicture path="/auth/me" picture={picture} onChanged={know} />}
      />
    </ProfileFrame>
  )
}
