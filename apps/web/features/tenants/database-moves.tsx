import { Button, Progress, Select } from '@mantine/core'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Note, StatusDot } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLive } from '@weft/kit/ui/live.ts'
import { PanelRow } from '@weft/kit/ui/panel-row.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { allAt, useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconArrowRight, IconTransfer, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

const texts = defineMessages({
  title: { en: 'Moves to another server', de: 'Umzüge auf einen anderen Server' },
  move: { en: 'Move to another server', de: 'Auf einen anderen Server verschieben' },
  about: {
    en: 'All records are copied and compared, table by table. Meanwhile they can be read but not changed, and no job begins. Only then the tenant is switched over; the old database is kept for seven days.',
    de: 'Alle Datensätze werden kopiert und Tabelle für Tabelle verglichen. Währenddessen lassen sie sich lesen, aber nicht ändern, und es beginnt kein Job. Erst danach wird der Mandant umgestellt; die alte Datenbank bleibt sieben Tage erhalten.',
  },
  server: { en: 'Server', de: 'Server' },
  nowhere: { en: 'There is no other active server.', de: 'Es gibt keinen anderen aktiven Server.' },
  add: { en: 'Add a server', de: 'Server hinzufügen' },
  begin: { en: 'Move now', de: 'Jetzt verschieben' },
  none: {
    en: 'The records have always been where they are.',
    de: 'Die Datensätze lagen immer dort, wo sie jetzt liegen.',
  },
  pending: { en: 'Begins', de: 'Beginnt' },
  holding: { en: 'Waits for running jobs to end', de: 'Wartet auf das Ende laufender Jobs' },
  copying: { en: 'Copies', de: 'Kopiert' },
  checking: { en: 'Compares both databases', de: 'Vergleicht beide Datenbanken' },
  switching: { en: 'Switches over', de: 'Stellt um' },
  done: { en: 'Moved', de: 'Verschoben' },
  failed: { en: 'Failed', de: 'Fehlgeschlagen' },
  counted: {
    en: '{done} of {all} records, {tables} of {most} tables',
    de: '{done} von {all} Datensätzen, {tables} von {most} Tabellen',
  },
  same: {
    en: '{count, plural, one {# table} other {# tables}} compared, all the same',
    de: '{count, plural, one {# Tabelle} other {# Tabellen}} verglichen, alle gleich',
  },
  kept: { en: 'The old database is kept until {time}', de: 'Die alte Datenbank bleibt bis {time} erhalten' },
  dropped: { en: 'The old database has been dropped', de: 'Die alte Datenbank wurde gelöscht' },
  drop: { en: 'Drop the old database', de: 'Alte Datenbank löschen' },
  dropSure: { en: 'Drop the old database now?', de: 'Alte Datenbank jetzt löschen?' },
  dropText: {
    en: 'It holds the records as they were before the move. This cannot be undone.',
    de: 'Sie enthält die Datensätze im Stand vor dem Umzug. Das lässt sich nicht rückgängig machen.',
  },
})

type Move = Answer<'GET', `/clients/${string}/database_moves`>['data'][number]
const isOver = ({ state }: Move) => state === 'done' || state === 'failed'
const tones = {
  pending: 'blue',
  holding: 'amber',
  copying: 'blue',
  checking: 'blue',
  switching: 'blue',
  done: 'green',
  failed: 'red',
} as const

/** Where the records of a tenant or partner have been, and moving them, with its progress while it lasts. */
export function DatabaseMoves({ id, server_id }: { id: string; server_id: string | null }) {
  const t = useTexts(texts)
  const may = useMay()
  const [asking, setAsking] = useState(false)
  const path = `/clients/${id}/database_moves` as const
  const { data } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get(path, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.data.some((move) => !isOver(move)) ? 1_000 : false),
  })
  const moves = data?.data ?? []
  const under = moves.find((move) => !isOver(move))
  return (
    <Panel
      title={t.title()}
      bleed
      actions={
        may('system.update') &&
        server_id && (
          <Button
            variant="default"
            disabled={under !== undefined}
            leftSection={<IconTransfer size={15} />}
            onClick={() => setAsking(true)}
          >
            {t.move()}
          </Button>
        )
      }
    >
      {data && moves.length === 0 && <p style={{ padding: '12px 14px', margin: 0 }}>{t.none()}</p>}
      {moves.map((move) => (
        <MoveRow key={move.id} path={path} client={id} move={move} />
      ))}
      {asking && server_id && <AskMove path={path} server_id={server_id} onClose={() => setAsking(false)} />}
    </Panel>
  )
}

function MoveRow({ path, client, move }: { path: `/clients/${string}/database_moves`; client: string; move: Move }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const may = useMay()
  useLive(`move:${move.id}`, () => void refresh(path, ...(isOver(move) ? [] : [`/clients/${client}/databases`])))
  const drop = async () => {
    if (!(await confirm({ title: t.dropSure(), text: t.dropText(), action: t.drop(), danger: true }))) return
    await api.post(`${path}/${move.id}/drop`)
    await refresh(path)
  }
  const share =
    move.records === 0 ? (move.tables === 0 ? 0 : move.tables_done / move.tables) : move.records_done / move.records
  const left =
    move.state === 'done'
      ? move.dropped_at
        ? t.dropped()
        : t.kept({ time: formats.date(move.drop_after) })
      : undefined
  return (
    <PanelRow
      tone="blue"
      icon={<IconTransfer size={18} stroke={1.7} />}
      title={
        <>
          {move.source?.name} <IconArrowRight size={13} /> {move.target?.name}
        </>
      }
      note={
        <>
          {formats.dateTime(move.created_at)}
          {move.tables > 0 && (
            <>
              {' '}
              ·{' '}
              {t.counted({
                done: formats.number(move.records_done),
                all: formats.number(move.records),
                tables: move.tables_done,
                most: move.tables,
              })}
            </>
          )}
          {move.state === 'done' && <> · {t.same({ count: move.checks.length })}</>}
          {left && <> · {left}</>}
        </>
      }
      actions={
        <>
          <StatusDot tone={tones[move.state]} pulse={!isOver(move)}>
            {t[move.state]()}
          </StatusDot>
          {move.state === 'done' && !move.dropped_at && may('system.update') && (
            <Button variant="subtle" aria-label={t.drop()} title={t.drop()} onClick={() => void drop()}>
              <IconTrash size={15} />
            </Button>
          )}
        </>
      }
    >
      {!isOver(move) && (
        <Progress
          value={move.state === 'copying' ? share * 100 : 100}
          animated={move.state !== 'copying'}
          aria-label={t[move.state]()}
        />
      )}
      {move.error && (
        <div role="alert">
          {move.error.message} {move.error.detail}
        </div>
      )}
    </PanelRow>
  )
}

function AskMove({
  path,
  server_id,
  onClose,
}: {
  path: `/clients/${string}/database_moves`
  server_id: string
  onClose: () => void
}) {
  const t = useTexts(texts)
  const [chosen, setChosen] = useState<string | null>(null)
  const { busy, send, errorAt } = useSubmit(allAt('server_id'))
  const { data } = useQuery({
    queryKey: ['/database_servers'],
    queryFn: ({ signal }) => api.get('/database_servers', {}, { signal }),
  })
  const servers = (data?.data ?? [])
    .filter(({ id, active, engine }) => active && engine !== 'mongodb' && id !== server_id)
    .map(({ id, name, engine }) => ({
      value: id,
      label: `${name} (${engine === 'mysql' ? 'MySQL / MariaDB' : 'PostgreSQL'})`,
    }))
  const begin = () =>
    send(async () => {
      await api.post(path, { server_id: chosen! })
      await refresh(path)
      onClose()
    })
  return (
    <Dialog
      onClose={onClose}
      title={t.move()}
      size={480}
      actions={
        <Button loading={busy} disabled={!chosen} onClick={() => void begin()}>
          {t.begin()}
        </Button>
      }
    >
      <p style={{ marginTop: 0 }}>{t.about()}</p>
      {data && servers.length === 0 ? (
        <Note tone="amber">
          {t.nowhere()}{' '}
          <Link to="/admin/settings/server" style={{ textDecoration: 'underline' }}>
            {t.add()}
          </Link>
        </Note>
      ) : (
        <Select label={t.server()} data={servers} value={chosen} error={errorAt('server_id')} onChange={setChosen} />
      )}
    </Dialog>
  )
}
