import { pluginSettings } from '@weft/catalogue/resources/setting/plugins.ts'
import { IconPuzzle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { DropZone } from '@weft/kit/ui/drop-zone.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useState } from 'react'
import { SettingsPanel } from '../settings/settings-panel.tsx'
import { pluginsPath, statusTones, type ListedPlugin } from './plugin.ts'
import { statusTexts, texts } from './texts.ts'
import s from './plugins.module.css'

/** The plugins of the installation, bringing more, and whom to trust. */
export function PluginsScreen() {
  const t = useTexts(texts)
  const states = useTexts(statusTexts)
  const formats = useFormats()
  const navigate = useNavigate()
  const list = useList(pluginsPath)
  const [progress, setProgress] = useState<number>()
  const open = ({ id }: { id: string }) =>
    void navigate({ to: '/admin/settings/plugins/details', search: { plugin: id } as never })
  const bring = async ([file]: File[]) => {
    try {
      const { data } = await api.upload(pluginsPath, [file!], setProgress)
      toast({ title: t.brought(), message: `${data.label} ${data.newest_version}`, tone: 'green' })
      await refresh(pluginsPath)
      open(data)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setProgress(undefined)
    }
  }
  const columns: Column<ListedPlugin>[] = [
    {
      key: 'label',
      title: t.plugin(),
      fixed: true,
      cell: (row) => (
        <span className={s['name']}>
          <b>{row.label}</b>
          <small>{row.description}</small>
        </span>
      ),
    },
    {
      key: 'status',
      title: t.status(),
      cell: (row) => <StatusDot tone={statusTones[row.status]}>{states[row.status]()}</StatusDot>,
    },
    { key: 'version', title: t.version(), sortable: false, cell: (row) => row.version ?? row.newest_version },
    { key: 'publisher', title: t.publisher(), sortable: false, cell: (row) => row.publisher },
    { key: 'installed_by', title: t.installedBy(), sortable: false, cell: (row) => row.installed_by || '–' },
    { key: 'installed_at', title: t.installedAt(), sortable: false, cell: (row) => formats.dateTime(row.installed_at) },
    {
      key: 'elements',
      title: t.elementCount(),
      sortable: false,
      end: true,
      cell: (row) => formats.number(row.counts.elements),
    },
    {
      key: 'subscribers',
      title: t.subscriberCount(),
      sortable: false,
      end: true,
      cell: (row) => formats.number(row.counts.subscribers),
    },
  ]
  return (
    <Page title={t.title()} subtitle={t.about()}>
      <div className="stack">
        <DropZone
          onFiles={(files) => void bring(files)}
          maxBytes={5e6}
          maxFiles={1}
          progress={progress}
          hint={t.bring()}
        />
        <Panel title={t.title()} bleed>
          <DataTable
            label={t.title()}
            list={list}
            columns={columns}
            rowId={(row) => row.id}
            rowName={(row) => row.label}
            onOpen={open}
            bare
            empty={<EmptyState icon={IconPuzzle} title={t.none()} text={t.noneText()} />}
          />
        </Panel>
        <SettingsPanel group={pluginSettings} />
      </div>
    </Page>
  )
}
