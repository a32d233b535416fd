import { Menu, TextInput, ActionIcon } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { defineMessages } from '../../messages/messages.ts'
import s from '../form.module.css'
import { useTexts } from '../texts.ts'
import type { FieldFrame } from './frame.tsx'

const texts = defineMessages({
  choose: { en: 'Choose a schedule', de: 'Zeitplan wählen' },
  minute: { en: 'Every minute', de: 'Jede Minute' },
  five: { en: 'Every 5 minutes', de: 'Alle 5 Minuten' },
  ten: { en: 'Every 10 minutes', de: 'Alle 10 Minuten' },
  fifteen: { en: 'Every 15 minutes', de: 'Alle 15 Minuten' },
  thirty: { en: 'Every 30 minutes', de: 'Alle 30 Minuten' },
  hourly: { en: 'Hourly', de: 'Stündlich' },
  daily: { en: 'Daily', de: 'Täglich' },
  twice: { en: 'Twice daily', de: 'Zweimal täglich' },
  weekly: { en: 'Weekly', de: 'Wöchentlich' },
  monthly: { en: 'Monthly', de: 'Monatlich' },
  quarterly: { en: 'Quarterly', de: 'Vierteljährlich' },
  yearly: { en: 'Yearly', de: 'Jährlich' },
})

const presets = [
  ['minute', '* * * * *'],
  ['five', '*/5 * * * *'],
  ['ten', '*/10 * * * *'],
  ['fifteen', '*/15 * * * *'],
  ['thirty', '*/30 * * * *'],
  ['hourly', '0 * * * *'],
  ['daily', '0 0 * * *'],
  ['twice', '0 1,13 * * *'],
  ['weekly', '0 0 * * 1'],
  ['monthly', '0 0 1 * *'],
  ['quarterly', '0 0 1 */3 *'],
  ['yearly', '0 0 1 1 *'],
] as const

type Props = FieldFrame & { id: string; value: string; onChange: (value: unknown) => void; disabled: boolean }

/** A cron expression, with the usual schedules to choose from. */
export function CronInput({ onChange, value, ...rest }: Props) {
  const t = useTexts(texts)
  const known = presets.find(([, cron]) => cron === value)
  return (
    <TextInput
      {...rest}
      value={value}
      placeholder="0 2 * * *"
      classNames={{ input: s['code']! }}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSectionWidth={known ? 140 : 32}
      rightSection={
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon size="xs" aria-label={t.choose()} disabled={rest.disabled} className={s['cronButton']}>
              {known && <span className={s['cronName']}>{t[known[0]]()}</span>}
              <IconCalendarTime size={15} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {presets.map(([name, cron]) => (
              <Menu.Item
                key={name}
                rightSection={<span className="mono muted">{cron}</span>}
                onClick={() => onChange(cron)}
              >
                {t[name]()}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      }
    />
  )
}
