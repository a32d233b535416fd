import { Button, Menu } from '@mantine/core'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { api } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { jobStatusTexts } from '@weft/kit/ui/job-status-texts.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconBan, IconChevronDown, IconRefresh } from '@tabler/icons-react'
import { requeueModes, type RequeueMode } from './job.ts'
import { jobTexts } from './texts.ts'

type Outcome = Answer<'POST', '/jobs/bulk_cancel' | '/jobs/bulk_requeue'>['data']

/** Cancelling and running again, with what to ask before and what to say after. */
export function useJobActions() {
  const t = useTexts(jobTexts)
  const status = useTexts(jobStatusTexts)
  const told = (title: (count: number) => string, { affected, refused }: Outcome) => {
    const first = refused[0]
    const reason = first && ('message' in first ? first.message : t.refusedStatus({ status: status[first.status]() }))
    toast({
      title: title(affected),
      message: reason && t.refused({ count: refused.length, reason }),
      tone: affected === 0 ? 'amber' : 'green',
    })
  }
  return {
    async cancel(chosen: { ids: string[] }, count: number) {
      if (
        !(await confirm({
          title: t.sureCancel({ count }),
          text: t.sureCancelText(),
          action: t.cancelNow({ count }),
          cancel: t.keep(),
          danger: true,
        }))
      )
        return
      const { data } = await api.post('/jobs/bulk_cancel', chosen)
      told((affected) => t.cancelled({ count: affected }), data)
      await refresh('/jobs')
    },
    async requeue(
      chosen: { ids: string[] },
      mode: RequeueMode,
      version: 'original' | 'current' = 'original',
    ): Promise<string[]> {
      const { data } = await api.post('/jobs/bulk_requeue', {
        ...chosen,
        mode,
        version,
      })
      told((affected) => t.requeued({ count: affected }), data)
      await refresh('/jobs')
      return data.jobs
    },
  }
}

/** Run again, with the three ways to do so. */
export function RequeueMenu({
  onChoose,
  size = 'sm',
  variant = 'default',
}: {
  onChoose: (mode: RequeueMode, version: 'original' | 'current') => void
  size?: 'xs' | 'sm'
  variant?: 'default' | 'subtle'
}) {
  const t = useTexts(jobTexts)
  const may = useMay()
  if (!may('jobs.run')) return null
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button
          size={size}
          variant={variant}
          leftSection={<IconRefresh size={15} />}
          rightSection={<IconChevronDown size={13} />}
        >
          {t.requeue()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {requeueModes.map((mode) => (
          <Menu.Item key={mode} onClick={() => onChoose(mode, 'original')}>
            {t[mode]()}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => onChoose('from_start', 'current')}>{t.currentVersion()}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

export function CancelButton({
  onClick,
  size = 'sm',
  variant = 'danger',
}: {
  onClick: () => void
  size?: 'xs' | 'sm'
  variant?: string
}) {
  const t = useTexts(jobTexts)
  const may = useMay()
  if (!may('jobs.run')) return null
  return (
    <Button size={size} variant={variant} leftSection={<IconBan size={15} />} onClick={onClick}>
      {t.cancel()}
    </Button>
  )
}
