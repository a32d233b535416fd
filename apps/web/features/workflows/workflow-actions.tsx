import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconCopy,
  IconDots,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import type { ListedWorkflow } from './api.ts'

const texts = defineMessages({
  more: { en: 'More actions: {name}', de: 'Weitere Aktionen: {name}' },
  run: { en: 'Run', de: 'Ausführen' },
  design: { en: 'Open designer', de: 'Designer öffnen' },
  settings: { en: 'Settings', de: 'Einstellungen' },
  duplicate: { en: 'Duplicate', de: 'Duplizieren' },
  activate: { en: 'Activate', de: 'Aktivieren' },
  deactivate: { en: 'Pause', de: 'Pausieren' },
  remove: { en: 'Delete', de: 'Löschen' },
  copyOf: { en: 'Copy of {label}', de: 'Kopie von {label}' },
  done: {
    en: '{count, plural, one {# workflow} other {# workflows}}: {action}',
    de: '{count, plural, one {# Workflow} other {# Workflows}}: {action}',
  },
  refused: {
    en: '{count, plural, one {# workflow was} other {# workflows were}} refused',
    de: '{count, plural, one {# Workflow wurde} other {# Workflows wurden}} abgelehnt',
  },
  runAll: {
    en: 'Run {count, plural, one {# workflow} other {# workflows}} now?',
    de: '{count, plural, one {# Workflow} other {# Workflows}} jetzt ausführen?',
  },
  runAllText: {
    en: 'Each starts with the defaults of its parameters.',
    de: 'Jeder startet mit den Vorgaben seiner Parameter.',
  },
})

type One = { id: string; label: string; class_name: string; active: boolean }

/** What can be done with one workflow, in its row of the list. */
export function RowMenu({ row, onRun }: { row: ListedWorkflow; onRun: (row: ListedWorkflow) => void }) {
  const t = useTexts(texts)
  const may = useMay()
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon size="xs" aria-label={t.more({ name: row.label })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {may('workflows.run') && (
          <Menu.Item leftSection={<IconPlayerPlay size={15} />} onClick={() => onRun(row)}>
            {t.run()}
          </Menu.Item>
        )}
        <Menu.Item
          component={Link}
          to={`/project/workflows/${row.id}/mode/build`}
          leftSection={<IconPencil size={15} />}
        >
          {t.design()}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={`/project/workflows/${row.id}/basedata`}
          leftSection={<IconSettings size={15} />}
        >
          {t.settings()}
        </Menu.Item>
        <Actions {...row} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** What else can be done with a workflow, in the head of its page. */
export function WorkflowMenu(workflow: One) {
  const t = useTexts(texts)
  const may = useMay()
  if (!(['create', 'update', 'delete'] as const).some((right) => may(`workflows.${right}`))) return null
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon aria-label={t.more({ name: workflow.label })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Actions {...workflow} />
      </Menu.Dropdown>
    </Menu>
  )
}

function Actions({ id, label, class_name, active }: One) {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const duplicate = async () => {
    const { data } = await api.get(`/workflows/${id}/code`)
    const copy = await api.post('/workflows', {
      label: t.copyOf({ label }),
      class_name: `${class_name}Copy${Date.now() % 100_000}`,
      source: data.source,
    })
    await refresh('/workflows')
    void navigate({ to: `/project/workflows/${copy.data.id}/mode/build` })
  }
  const switchTo = async (active: boolean) => {
    await api.put(`/workflows/${id}/triggers`, { active })
    await refresh('/workflows')
  }
  return (
    <>
      {may('workflows.create') && (
        <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => void duplicate()}>
          {t.duplicate()}
        </Menu.Item>
      )}
      {may('workflows.update') && (
        <Menu.Item
          leftSection={active ? <IconPlayerPause size={15} /> : <IconPlayerPlay size={15} />}
          onClick={() => void switchTo(!active)}
        >
          {active ? t.deactivate() : t.activate()}
        </Menu.Item>
      )}
      {may('workflows.delete') && (
        <>
          <Menu.Divider />
          <Menu.Item
            component={Link}
            to={`/project/workflows/${id}/dangerzone`}
            data-menu-danger
            leftSection={<IconTrash size={15} />}
          >
            {t.remove()}
          </Menu.Item>
        </>
      )}
    </>
  )
}

/** What can be done with several. */
export function BulkActions({ ids, clear }: { ids: string[]; clear: () => void }) {
  const t = useTexts(texts)
  const may = useMay()
  const act = async (action: 'activate' | 'deactivate' | 'run', name: string) => {
    if (
      action === 'run' &&
      !(await confirm({ title: t.runAll({ count: ids.length }), text: t.runAllText(), action: name }))
    )
      return
    const { data } = await api.post('/workflows/bulk', { ids, action })
    if (data.affected > 0) toast({ title: t.done({ count: data.affected, action: name }), tone: 'green' })
    if (data.refused[0])
      toast({ title: t.refused({ count: data.refused.length }), message: data.refused[0].message, tone: 'amber' })
    clear()
    await refresh('/workflows')
  }
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconPlayerPlay size={14} />}
        onClick={() => void act('run', t.run())}
      >
        {t.run()}
      </Button>
      {may('workflows.update') && (
        <>
          <Button size="xs" variant="subtle" onClick={() => void act('activate', t.activate())}>
            {t.activate()}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconPlayerPause size={14} />}
            onClick={() => void act('deactivate', t.deactivate())}
          >
            {t.deactivate()}
          </Button>
        </>
      )}
    </>
  )
}
