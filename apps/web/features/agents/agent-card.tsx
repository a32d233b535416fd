import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Facts, Note } from '@weft/kit/ui/bits.tsx'
import { Ago } from '@weft/kit/ui/cells.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { notifyRest, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast, toastDeleted } from '@weft/kit/ui/toast.tsx'
import s from './agents.module.css'
import type { Agent, Issued } from './api.ts'
import { AgentState } from './state.tsx'

const texts = defineMessages({
  outdated: {
    en: 'A newer version is there: {version}. Run its command again to load it; its secret stays.',
    de: 'Es gibt eine neuere Version: {version}. Führen Sie den Befehl erneut aus, um sie zu laden; das Geheimnis bleibt.',
  },
  waiting: {
    en: 'Nobody has started it yet. If its code has expired, ask for a new one.',
    de: 'Noch hat ihn niemand gestartet. Ist sein Code abgelaufen, fordern Sie einen neuen an.',
  },
  seen: { en: 'Last seen', de: 'Zuletzt gesehen' },
  version: { en: 'Version', de: 'Version' },
  machine: { en: 'Machine', de: 'Rechner' },
  address: { en: 'From', de: 'Von' },
  allows: { en: 'Allows', de: 'Erlaubt' },
  uses: { en: 'Connections that name it', de: 'Verbindungen, die ihn nennen' },
  code: { en: 'New code', de: 'Neuer Code' },
  revoke: { en: 'Revoke', de: 'Widerrufen' },
  remove: { en: 'Delete', de: 'Löschen' },
  ofNamed: { en: '{action}: {name}', de: '{action}: {name}' },
  sureRevoke: { en: 'Revoke the agent “{name}”?', de: 'Den Agenten „{name}“ widerrufen?' },
  sureRevokeText: {
    en: 'It is cut off at once and for good; connections that name it stop working.',
    de: 'Er wird sofort und endgültig getrennt; Verbindungen, die ihn nennen, funktionieren nicht mehr.',
  },
  sureRemove: { en: 'Delete the agent “{name}”?', de: 'Den Agenten „{name}“ löschen?' },
  sureRemoveText: { en: 'This cannot be taken back.', de: 'Das lässt sich nicht rückgängig machen.' },
  revoked: { en: 'Agent revoked', de: 'Agent widerrufen' },
})

type Props = { agent: Agent; offered: string; issued: (issued: Issued) => void }

/** One agent: what it says of itself, and what can be done about it. */
export function AgentCard({ agent, offered, issued }: Props) {
  const t = useTexts(texts)
  const may = useMay()
  const { id, name, state } = agent
  const { busy, send } = useSubmit(notifyRest)
  const renew = () =>
    void send(async () => {
      const { data } = await api.post(`/agents/${id}/code`, undefined, { quiet: true })
      await refresh('/agents')
      issued(data)
    })
  const revoke = async () => {
    const question = { title: t.sureRevoke({ name }), text: t.sureRevokeText(), action: t.revoke(), danger: true }
    if (!(await confirm(question))) return
    await send(async () => {
      await api.post(`/agents/${id}/revoke`, undefined, { quiet: true })
      toast({ title: t.revoked(), message: name, tone: 'green' })
      await refresh('/agents')
    })
  }
  const remove = async () => {
    const question = { title: t.sureRemove({ name }), text: t.sureRemoveText(), action: t.remove(), danger: true }
    if (!(await confirm(question))) return
    await send(async () => {
      await api.delete(`/agents/${id}`, { quiet: true })
      toastDeleted(name)
      await refresh('/agents')
    })
  }
  const named = (action: string) => t.ofNamed({ action, name })
  return (
    <Panel title={name} note={<AgentState state={state} />}>
      <div className={s['card']}>
        {agent.outdated && state !== 'revoked' && <Note tone="amber">{t.outdated({ version: offered })}</Note>}
        {state === 'waiting' && <Note tone="slate">{t.waiting()}</Note>}
        <Facts
          facts={
            [
              agent.seen_at && [t.seen(), <Ago key="seen" at={agent.seen_at} />],
              agent.version && [t.version(), agent.version],
              agent.system && [t.machine(), `${agent.system} · Node ${agent.node}`],
              agent.address && [
                t.address(),
                <span key="address" className="mono">
                  {agent.address}
                </span>,
              ],
              agent.allows.length > 0 && [t.allows(), <Allowed key="allows" hosts={agent.allows} />],
              [t.uses(), agent.connections],
            ].map((fact) => fact || undefined) as Parameters<typeof Facts>[0]['facts']
          }
        />
        <div className="buttons">
          {may('agents.delete') && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              loading={busy}
              aria-label={named(state === 'revoked' ? t.remove() : t.revoke())}
              onClick={() => void (state === 'revoked' ? remove() : revoke())}
            >
              {state === 'revoked' ? t.remove() : t.revoke()}
            </Button>
          )}
          {may('agents.update') && state !== 'revoked' && (
            <Button size="compact-sm" variant="default" loading={busy} aria-label={named(t.code())} onClick={renew}>
              {t.code()}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}

const Allowed = ({ hosts }: { hosts: string[] }) => (
  <ul className={s['hosts']}>
    {hosts.map((host) => (
      <li key={host} className="mono">
        {host}
      </li>
    ))}
  </ul>
)
