import { api } from '@weft/kit/ui/api.ts'
import { useProbe } from './probe.tsx'
import { localStorageValue, sentStorage, StorageForm, type StorageValue } from './storage-form.tsx'
import s from './storage.module.css'

type Props = {
  value: StorageValue | null
  onChange: (value: StorageValue | null) => void
  errors: Record<string, string>
}

/** The storage of an account that is to be set up; null: the folder of this installation. */
export function NewStorage({ value, onChange, errors }: Props) {
  const shown = value ?? localStorageValue
  const probe = useProbe(async () => {
    const { data } = await api.post('/provisioning_runs/storage_test', sentStorage(shown), {
      timeout: false,
    })
    if (data.ok && data.host_key) onChange({ ...shown, host_key: data.host_key })
    return data
  })
  const isElsewhere = shown.type !== 'local'
  return (
    <div className="stack">
      <StorageForm
        value={shown}
        errors={{ ...errors, ...probe.errors }}
        onChange={(next) => {
          probe.clear()
          onChange(next.type === 'local' && !next.server_id ? null : next)
        }}
      />
      {isElsewhere && <div className={s['buttons']}>{probe.button}</div>}
      {isElsewhere && probe.result}
    </div>
  )
}
