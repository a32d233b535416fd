import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { FormWaiting } from '@weft/kit/ui/resource-form.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconPlus, IconRouter } from '@tabler/icons-react'
import { useState } from 'react'
import { AddAgent } from './add-agent.tsx'
import { AgentCard } from './agent-card.tsx'
import s from './agents.module.css'
import { useAgents, type Issued } from './api.ts'
import { StartCommand } from './start-command.tsx'

const texts = defineMessages({
  title: { en: 'Agents', de: 'Agenten' },
  about: {
    en: 'Small programs at customers’ sites, through which connections reach systems behind a firewall.',
    de: 'Kleine Programme am Standort des Kunden, über die Verbindungen Systeme hinter einer Firewall erreichen.',
  },
  add: { en: 'Add agent', de: 'Agent hinzufügen' },
  none: { en: 'No agents yet', de: 'Noch keine Agenten' },
  noneText: {
    en: 'An agent is one command on a machine that sees the system. It connects from there, so no port of the firewall has to be opened.',
    de: 'Ein Agent ist ein einziger Befehl auf einem Rechner, der das System sieht. Er verbindet sich von dort aus, in der Firewall muss also kein Port geöffnet werden.',
  },
  failed: { en: 'The agents could not be loaded', de: 'Die Agenten konnten nicht geladen werden' },
})

/** The agents of the tenant: how each is, what it reaches, and the command that starts a new one. */
export function AgentsScreen() {
  const t = useTexts(texts)
  const may = useMay()
  const { data, error } = useAgents()
  const [isAdding, setAdding] = useState(false)
  const [issued, setIssued] = useState<Issued>()
  if (error) return <EmptyState title={t.failed()} text={error.message} />
  const add = may('agents.create') && (
    <Button leftSection={<IconPlus size={15} />} onClick={() => setAdding(true)}>
      {t.add()}
    </Button>
  )
  const agents = data?.data.agents ?? []
  return (
    <Page title={t.title()} subtitle={t.about()} actions={agents.length > 0 && add}>
      {!data && <FormWaiting />}
      {data && agents.length === 0 && (
        <EmptyState icon={IconRouter} title={t.none()} text={t.noneText()} action={add || undefined} />
      )}
      <div className={s['agents']}>
        {agents.map((agent) => (
          <AgentCard key={agent.id} agent={agent} offered={data!.data.version} issued={setIssued} />
        ))}
      </div>
      {isAdding && (
        <AddAgent
          onClose={() => setAdding(false)}
          issued={(one) => {
            setAdding(false)
            setIssued(one)
          }}
        />
      )}
      {issued && <StartCommand issued={issued} onClose={() => setIssued(undefined)} />}
    </Page>
  )
}
