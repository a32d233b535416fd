import type { ListRow } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Ago } from '@weft/kit/ui/cells.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { DropZone } from '@weft/kit/ui/drop-zone.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLimits } from '@weft/kit/ui/limits.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { allAt, useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { ActionIcon, Select } from '@mantine/core'
import { IconDownload, IconFileText, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contractsPath, documentsPath, type BillingAccount } from './account.ts'
import s from './billing.module.css'

const texts = defineMessages({
  documents: { en: 'Contract documents', de: 'Vertragsdokumente' },
  name: { en: 'Document', de: 'Dokument' },
  contract: { en: 'Contract', de: 'Vertrag' },
  size: { en: 'Size', de: 'Größe' },
  by: { en: 'Uploaded by', de: 'Hochgeladen von' },
  at: { en: 'When', de: 'Wann' },
  download: { en: 'Download {name}', de: '{name} herunterladen' },
  remove: { en: 'Delete {name}', de: '{name} löschen' },
  sure: { en: 'Delete this document?', de: 'Dieses Dokument löschen?' },
  yes: { en: 'Delete', de: 'Löschen' },
  find: { en: 'Search documents', de: 'Dokumente suchen' },
  none: { en: 'No documents yet', de: 'Noch keine Dokumente' },
  noneText: {
    en: 'Contracts, annexes and other papers that the provider or your partner has brought appear here.',
    de: 'Verträge, Anlagen und andere Unterlagen, die der Anbieter oder Ihr Partner hochgeladen hat, erscheinen hier.',
  },
  uploaded: { en: 'Uploaded', de: 'Hochgeladen' },
  to: { en: 'Upload to contract', de: 'Hochladen zu Vertrag' },
})

type Document = ListRow<typeof documentsPath>

/** The papers of an account's contracts; the provider and who resells bring them. */
export function ContractDocuments({ account, bare = false }: { account: BillingAccount; bare?: boolean }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const may = useMay()
  const kind = useSession((value) => value.user?.kind)
  const list = useList(documentsPath, { query: account, ...(bare && { local: true, perPage: 10 }) })
  const load = (row: Document) => void api.download(`${documentsPath}/${row.id}/file`, {}, row.file_name)
  const remove = async (row: Document) => {
    if (!(await confirm({ title: t.sure(), text: row.file_name, action: t.yes(), danger: true }))) return
    await api.delete(`${documentsPath}/${row.id}`)
    await refresh(documentsPath)
  }
  const columns: Column<Document>[] = [
    { key: 'file_name', title: t.name(), sortable: false, fixed: true, cell: (row) => row.file_name },
    { key: 'contract', title: t.contract(), sortable: false, cell: (row) => `V-${row.contract}` },
    { key: 'size', title: t.size(), sortable: false, end: true, cell: (row) => formats.bytes(row.size) },
    { key: 'uploaded_by', title: t.by(), sortable: false, cell: (row) => row.uploaded_by },
    { key: 'created_at', title: t.at(), sortable: false, cell: (row) => <Ago at={row.created_at} /> },
    {
      key: 'actions',
      title: '',
      sortable: false,
      fixed: true,
      end: true,
      width: 90,
      cell: (row) => (
        <span style={{ display: 'inline-flex', gap: 4 }}>
          <ActionIcon size="sm" aria-label={t.download({ name: row.file_name })} onClick={() => load(row)}>
            <IconDownload size={15} />
          </ActionIcon>
          {kind === 'admin' && may('billing.delete') && (
            <ActionIcon size="sm" aria-label={t.remove({ name: row.file_name })} onClick={() => void remove(row)}>
              <IconTrash size={15} />
            </ActionIcon>
          )}
        </span>
      ),
    },
  ]
  return (
    <>
      {kind !== 'client' && may('billing.update') && <Upload account={account} />}
      <DataTable
        label={t.documents()}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.file_name}
        onOpen={load}
        find={t.find()}
        empty={<EmptyState icon={IconFileText} title={t.none()} text={t.noneText()} />}
        bare={bare}
      />
    </>
  )
}

function Upload({ account }: { account: BillingAccount }) {
  const t = useTexts(texts)
  const limits = useLimits()
  const [progress, setProgress] = useState<number>()
  const { send, errorAt } = useSubmit(allAt('file'))
  const [chosen, setChosen] = useState<string | null>(null)
  const { data } = useQuery({
    queryKey: [contractsPath, account],
    queryFn: ({ signal }) => api.get(contractsPath, { ...account, perPage: 100 }, { signal }),
  })
  const contracts = (data?.data ?? []).filter(({ mine }) => mine)
  if (contracts.length === 0) return null
  const contract = chosen ?? contracts[0]!.id
  const upload = async (files: File[]) => {
    await send(async () => {
      await api.upload(`${contractsPath}/${contract}/documents`, files, setProgress)
      toast({ title: t.uploaded(), message: files.map(({ name }) => name).join(', '), tone: 'green' })
      await refresh(documentsPath)
    })
    setProgress(undefined)
  }
  return (
    <div className={s['form']} style={{ padding: '16px 24px', maxWidth: 640 }}>
      {contracts.length > 1 && (
        <Select
          label={t.to()}
          allowDeselect={false}
          data={contracts.map(({ id, number, tenant, partner }) => ({
            value: id,
            label: `V-${number} · ${tenant?.name ?? partner?.name ?? ''}`,
          }))}
          value={contract}
          onChange={setChosen}
        />
      )}
      <DropZone
        onFiles={(files) => void upload(files)}
        maxBytes={limits.megabytes * 1e6}
        maxFiles={limits.files}
        progress={progress}
      />
      {errorAt('file') && <p role="alert">{errorAt('file')}</p>}
    </div>
  )
}
