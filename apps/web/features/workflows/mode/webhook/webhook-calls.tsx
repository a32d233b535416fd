import { ActionIcon, Button } from '@mantine/core'
import { IconAntennaBars5, IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useOptionalPathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { allAt, useSubmit } from '@weft/kit/ui/submit.ts'
import { useId, useState } from 'react'
import { ListeningDialog, type Listening } from './listening-dialog.tsx'
import s from './webhook-calls.module.css'

const texts = defineMessages({
  title: { en: 'Addresses', de: 'Adressen' },
  none: {
    en: 'Nobody can call this step yet: an address belongs to a token.',
    de: 'Noch kann niemand diesen Schritt aufrufen: Eine Adresse gehört zu einem Token.',
  },
  create: { en: 'Create a token', de: 'Token anlegen' },
  copy: { en: 'Copy the address of “{name}”', de: 'Adresse von „{name}“ kopieren' },
  active: { en: 'Active', de: 'Aktiv' },
  blocked: { en: 'Blocked', de: 'Gesperrt' },
  listen: { en: 'Listen for a test call', de: 'Auf einen Testaufruf warten' },
  listenText: {
    en: 'An address for two minutes: a call there is checked with these settings and starts nothing.',
    de: 'Eine Adresse für zwei Minuten: Ein Aufruf dort wird mit diesen Einstellungen geprüft und startet nichts.',
  },
})
const tokensHome = '/project/settings/workflowToken'

/** Where others call a webhook, and where one tries it. */
export function WebhookCalls({ settings }: { settings: Record<string, unknown> }) {
  const t = useTexts(texts)
  const may = useMay()
  const title = useId()
  const workflow = useOptionalPathParam('id') ?? ''
  const [listening, setListening] = useState<Listening>()
  const { busy, send, errorAt } = useSubmit(allAt('settings'))
  const wrong = errorAt('settings')
  const listen = () =>
    send(async () => setListening((await api.post(`/workflows/${workflow}/listenings`, { settings })).data))
  return (
    <section className={s['calls']} aria-labelledby={title}>
      <h3 id={title}>{t.title()}</h3>
      {may('tokens.view') && <Addresses workflow={workflow} token={settings['token_id']} />}
      {may('workflows.update') && (
        <>
          <p>{t.listenText()}</p>
          {wrong && (
            <p className={s['wrong']} role="alert">
              {wrong}
            </p>
          )}
          <Button
            size="xs"
            variant="default"
            loading={busy}
            leftSection={<IconAntennaBars5 size={14} />}
            onClick={() => void listen()}
          >
            {t.listen()}
          </Button>
        </>
      )}
      {listening && (
        <ListeningDialog
          workflow={workflow}
          listening={listening}
          settings={settings}
          onClose={() => setListening(undefined)}
        />
      )}
    </section>
  )
}

/** Of the tokens that reach the step; what one says is asked for when it is copied. */
function Addresses({ workflow, token }: { workflow: string; token: unknown }) {
  const t = useTexts(texts)
  const may = useMay()
  const query = { noPagination: true }
  const { data } = useQuery({
    queryKey: ['/workflow_tokens', query],
    queryFn: ({ signal }) => api.get('/workflow_tokens', query, { signal, quiet: true }),
  })
  const tokens = data?.data.filter(({ id, workflow_id }) => workflow_id === workflow && (!token || token === id))
  if (!tokens) return null
  if (tokens.length === 0)
    return (
      <p>
        {t.none()} {may('tokens.create') && <Link to={`${tokensHome}/create`}>{t.create()}</Link>}
      </p>
    )
  return (
    <ul>
      {tokens.map(({ id, name, active }) => (
        <li key={id}>
          <Link to={`${tokensHome}/${id}`}>{name}</Link>
          <StatusDot tone={active ? 'green' : 'slate'}>{active ? t.active() : t.blocked()}</StatusDot>
          {may('tokens.update') && <CopyAddress id={id} label={t.copy({ name })} />}
        </li>
      ))}
    </ul>
  )
}

function CopyAddress({ id, label }: { id: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    const { path } = (await api.get(`/workflow_tokens/${id}/address`)).data
    await navigator.clipboard.writeText(location.origin + path)
    setCopied(true)
    setTimeout(() => setCopied(false), 1_500)
  }
  return (
    <ActionIcon size="sm" variant="subtle" aria-label={label} onClick={() => void copy()}>
      {isCopied ? <IconCheck size={14} /> : <IconCopy size={14} />}
    </ActionIcon>
  )
}
