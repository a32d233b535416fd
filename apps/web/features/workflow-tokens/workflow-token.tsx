import { ActionIcon, Button, CopyButton, TextInput } from '@mantine/core'
import { workflowToken } from '@weft/catalogue/resources/workflow-token/workflow-token.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { usePathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconCheck, IconCopy, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ResourceScreen } from '../shared/resource-screen.tsx'
import s from './workflow-token.module.css'

const texts = defineMessages({
  address: { en: 'Address', de: 'Adresse' },
  addressText: {
    en: 'Call it with POST and a JSON body. Whoever knows it can start the workflow.',
    de: 'Mit POST und einem JSON-Text aufrufen. Wer sie kennt, kann den Workflow starten.',
  },
  show: { en: 'Show address', de: 'Adresse anzeigen' },
  copy: { en: 'Copy address', de: 'Adresse kopieren' },
  exchange: { en: 'Exchange token', de: 'Token austauschen' },
  sure: { en: 'Exchange the token?', de: 'Token austauschen?' },
  sureText: {
    en: 'The old address stops working at once. Whoever calls it needs the new one.',
    de: 'Die alte Adresse gilt sofort nicht mehr. Wer sie aufruft, braucht die neue.',
  },
  refused: {
    en: '{count, plural, one {One call refused} other {# calls refused}}',
    de: '{count, plural, one {Ein Aufruf abgewiesen} other {# Aufrufe abgewiesen}}',
  },
  lastRefused: { en: 'Last from {address}, {when}:', de: 'Zuletzt von {address}, {when}:' },
  exchanged: { en: 'There is a new address', de: 'Es gibt eine neue Adresse' },
})
const home = '/project/settings/workflowToken'

export const WorkflowTokenCreateScreen = () => (
  <ResourceScreen resource={workflowToken} home={home} to={(id) => `${home}/${id}`} />
)

export function WorkflowTokenScreen() {
  const tokenId = usePathParam('tokenId')
  const may = useMay()
  return (
    <ResourceScreen
      resource={workflowToken}
      home={home}
      param="tokenId"
      aside={
        <>
          {may('tokens.update') && <Address key={tokenId} id={tokenId} />}
          <Refusals id={tokenId} />
        </>
      }
    />
  )
}

/** Calls whose signature did not hold. */
function Refusals({ id }: { id: string }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const { data } = useQuery({
    queryKey: [`/workflow_tokens/${id}/refusals`],
    queryFn: () => api.get(`/workflow_tokens/${id}/refusals`),
  })
  const refused = data?.data
  if (!refused) return null
  return (
    <Panel title={t.refused({ count: refused.count })}>
      <p className={s['text']}>
        {t.lastRefused({ address: refused.address, when: formats.dateTime(refused.last_at) })} {refused.reason}
      </p>
    </Panel>
  )
}

/** The address with the token, shown on demand; exchanging it makes a new one. */
function Address({ id }: { id: string }) {
  const t = useTexts(texts)
  const [path, setPath] = useState<string>()
  const address = path && location.origin + path
  const show = async () => setPath((await api.get(`/workflow_tokens/${id}/address`)).data.path)
  const exchange = async () => {
    if (!(await confirm({ title: t.sure(), text: t.sureText(), action: t.exchange(), danger: true }))) return
    const { data } = await api.post(`/workflow_tokens/${id}/exchange`)
    setPath(data.path)
    toast({ title: t.exchanged(), tone: 'green' })
    await refresh('/workflow_tokens')
  }
  return (
    <Panel title={t.address()}>
      <p className={s['text']}>{t.addressText()}</p>
      {address ? (
        <TextInput
          readOnly
          aria-label={t.address()}
          value={address}
          classNames={{ input: s['address']! }}
          onFocus={(event) => event.currentTarget.select()}
          rightSection={
            <CopyButton value={address}>
              {({ copied, copy }) => (
                <ActionIcon size="xs" aria-label={t.copy()} onClick={copy}>
                  {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                </ActionIcon>
              )}
            </CopyButton>
          }
        />
      ) : (
        <Button size="xs" variant="default" fullWidth onClick={show}>
          {t.show()}
        </Button>
      )}
      <Button size="xs" variant="subtle" fullWidth mt={6} leftSection={<IconRefresh size={14} />} onClick={exchange}>
        {t.exchange()}
      </Button>
    </Panel>
  )
}
