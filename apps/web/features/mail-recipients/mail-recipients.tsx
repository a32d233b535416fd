import { mailRecipient } from '@weft/catalogue/resources/mail-recipient/mail-recipient.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useOptionalPathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { ResourceList } from '@weft/kit/ui/resource-list.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ResourceScreen } from '../shared/resource-screen.tsx'

const texts = defineMessages({
  about: {
    en: 'Who gets a mail when a run fails, warns or is aborted.',
    de: 'Wer eine E-Mail erhält, wenn ein Lauf scheitert, warnt oder abgebrochen wird.',
  },
  all: { en: 'All workflows', de: 'Alle Workflows' },
})
const home = '/project/settings/email'

export function MailRecipientsScreen() {
  const t = useTexts(texts)
  const query = { noPagination: true }
  const { data } = useQuery({
    queryKey: ['/workflows', query],
    queryFn: ({ signal }) => api.get('/workflows', query, { signal, quiet: true }),
  })
  const names = new Map(data?.data.map(({ id, label }) => [id, label]))
  return (
    <ResourceList
      resource={mailRecipient}
      to={({ id }) => `${home}/${id}`}
      createTo={`${home}/create`}
      icon={IconMail}
      subtitle={t.about()}
      cells={{ workflow_id: (row) => (row['workflow_id'] ? (names.get(String(row['workflow_id'])) ?? '–') : t.all()) }}
    />
  )
}

export function MailRecipientScreen() {
  const id = useOptionalPathParam('id')
  return <ResourceScreen resource={mailRecipient} home={home} {...(id !== 'create' && { param: 'id' })} />
}
