import { rolesOf } from '@weft/kit/define/permissions.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { ResourceForm } from '@weft/kit/ui/resource-form.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconUsers } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { InvitationLink, type Invitation } from './invitation.tsx'
import { usePlace } from './place.ts'
import { useRoleChoices } from './role-choices.ts'
import { newUserForm } from './user.ts'

const texts = defineMessages({
  title: { en: 'Add user', de: 'Benutzer hinzufügen' },
  about: {
    en: 'The address is also the name for signing in; it ends in the workspace domain.',
    de: 'Die Adresse ist zugleich der Anmeldename und endet auf die Workspace-Domain.',
  },
  sent: { en: 'The welcome email is on its way', de: 'Die Willkommens-E-Mail ist unterwegs' },
  choose: { en: 'Please select first whose user it is', de: 'Bitte wählen Sie zuerst aus, wessen Benutzer es ist' },
})

/** A new user of the level one works on. */
export function AddUserScreen() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const [link, setLink] = useState<Invitation>()
  const { home, kind, belongs, ready } = usePlace()
  const roles = useRoleChoices(kind)
  const form = useMemo(() => newUserForm(roles), [roles])
  const least = rolesOf[kind].at(-1) // nobody is made an administrator by not looking
  const leave = () => navigate({ to: home, ignoreBlocker: true })
  const saved = (_: unknown, meta: unknown) => {
    const invitation = meta as Invitation | undefined
    if (invitation?.link) return setLink(invitation)
    if (invitation) toast({ title: t.sent(), tone: 'green' })
    void leave()
  }
  if (!ready) return <EmptyState icon={IconUsers} title={t.choose()} />
  return (
    <Page title={t.title()} subtitle={t.about()} bleed>
      <ResourceForm
        resource={form}
        initial={{ ...belongs, role: least }}
        onCancel={() => void navigate({ to: home })}
        onSaved={saved}
      />
      {link && <InvitationLink {...link} onClose={() => void leave()} />}
    </Page>
  )
}
