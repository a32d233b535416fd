import { defineMessages } from '@weft/kit/messages/messages.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { ResourceForm } from '@weft/kit/ui/resource-form.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconUsers } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { usePlace } from './place.ts'
import { newUserForm } from './user.ts'

const texts = defineMessages({
  title: { en: 'Add user', de: 'Benutzer hinzufügen' },
  about: { en: 'The address is also the name for signing in; it ends in the workspace domain.', de: 'Die Adresse ist zugleich der Anmeldename und endet auf die Workspace-Domain.' },
  choose: { en: 'Please select first whose user it is', de: 'Bitte wählen Sie zuerst aus, wessen Benutzer es ist' },
})

/** A new user of the level one works on. */
export function AddUserScreen() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const { home, belongs, roles, ready } = usePlace()
  const form = useMemo(() => newUserForm(roles), [roles.join()])
  if (!ready) return <EmptyState icon={IconUsers} title={t.choose()} />
  return (
    <Page title={t.title()} subtitle={t.about()} bleed>
      <ResourceForm resource={form} initial={{ ...belongs, role: roles[0] }} onCancel={() => void navigate({ to: home })} onSaved={() => void navigate({ to: home, ignoreBlocker: true })} />
    </Page>
  )
}
