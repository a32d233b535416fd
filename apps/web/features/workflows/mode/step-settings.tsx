import {
  ActionInput,
  ConnectionInput,
  ContentInput,
  CursorFieldInput,
  RemoteFileInput,
  SourceFieldInput,
  SourceFieldsInput,
  TableInput,
  TopicInput,
  useProvided,
} from './connection-inputs.tsx'
import { FieldInput, useFieldNames } from './incoming-fields.tsx'
import { NextTimes } from './next-times.tsx'
import { SourceRecords } from './source-records.tsx'
import { useVanished } from './use-vanished.ts'
import { WebhookCalls } from './webhook/webhook-calls.tsx'
import { Autocomplete, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formats as fileFormats } from '@weft/catalogue/formats/all.ts'
import type { Element } from '@weft/kit/define/element.ts'
import { say } from '@weft/kit/messages/messages.ts'
import type { SettingsOf } from '@weft/designers/workflow/settings/setup-tab.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { ConfigurationOffer } from '@weft/kit/ui/form/configured-text.tsx'
import { GroupFrame } from '@weft/kit/ui/form/frame.tsx'
import { PickersProvider, type PickerProps, type Pickers } from '@weft/kit/ui/form/pickers.tsx'
import { SettingsForm } from '@weft/kit/ui/settings-form.tsx'
import { api } from '@weft/kit/ui/api.ts'
import { useMemo } from 'react'
import { useConfigurationNames, useConfigurationOffer } from './use-configuration-offer.ts'

/** The settings of a step as a form. What is emptied leaves the document instead of standing there as nothing. */
export function StepSettings({
  element,
  settings,
  problems,
  onChange,
}: {
  element: Element
  settings: Record<string, unknown>
  problems: Parameters<SettingsOf>[0]['problems']
  onChange: (settings: Record<string, unknown>) => void
}) {
  const language = useLanguage()
  const offer = useConfigurationOffer()
  const fields = useFieldNames()
  const shown = useMemo(() => ({ ...defaultsOf(element), ...settings }), [element, settings])
  const vanished = useVanished(element, shown)
  const wrong = Object.fromEntries(
    Object.entries(problems).map(([place, messages]) => [place, messages.map((message) => say(message, language))]),
  )
  const provided: readonly string[] | undefined = useProvided(settings['connection'])
  const isOffered = (needs: unknown) => !provided || typeof needs !== 'string' || provided.includes(needs)
  const hide = Object.entries(schemasOf(element)).flatMap(([key, schema]) =>
    key in settings || isOffered(schema.meta()?.['needs']) ? [] : [key],
  )
  const errors: Record<string, string | string[]> = { ...vanished, ...wrong }
  const put = (next: Record<string, unknown>) =>
    onChange(
      Object.fromEntries(
        Object.entries(next)
          .filter(([key, value]) => key in settings || value !== shown[key])
          .filter(([key, value]) => !isNothing(element, key, value)),
      ),
    )
  return (
    <PickersProvider pickers={pickers}>
      <ConfigurationOffer offer={{ ...offer, fields }}>
        <SettingsForm
          schema={element.settings}
          labels={element.labels.fields}
          value={shown}
          onChange={put}
          hide={hide}
          errors={errors}
        />
        {element.key === 'schedule' && <NextTimes settings={shown} />}
        {element.key === 'webhook' && <WebhookCalls settings={shown} />}
        <SourceRecords element={element} settings={shown} />
      </ConfigurationOffer>
    </PickersProvider>
  )
}

type Schema = {
  safeParse(value: unknown): { success: boolean; data?: unknown }
  meta(): Record<string, unknown> | undefined
}
const schemasOf = (element: Element) => element.settings.shape as unknown as Record<string, Schema>

const defaultsOf = (element: Element) =>
  Object.fromEntries(
    Object.entries(schemasOf(element)).flatMap(([key, schema]) => {
      const tried = schema.safeParse(undefined)
      return tried.success && tried.data !== undefined ? [[key, tried.data]] : []
    }),
  )

/** Null or empty where the setting may be left out. */
function isNothing(element: Element, key: string, value: unknown) {
  if (value === undefined || value === null) return true
  return (
    value === '' &&
    !schemasOf(element)[key]?.safeParse('').success &&
    Boolean(schemasOf(element)[key]?.safeParse(undefined).success)
  )
}

const zones = Intl.supportedValuesOf('timeZone')

const ZoneInput = ({ id, name, frame, value, onChange, disabled }: PickerProps) => (
  <Select
    {...frame}
    id={id}
    aria-label={name}
    searchable
    limit={60}
    data={zones}
    value={typeof value === 'string' ? value : null}
    onChange={onChange}
    disabled={disabled}
    allowDeselect={false}
  />
)

const FormatInput = ({ id, name, frame, value, onChange, disabled }: PickerProps) => {
  const language = useLanguage()
  return (
    <Select
      {...frame}
      id={id}
      aria-label={name}
      clearable
      data={fileFormats.map((format) => ({ value: format.key, label: format.labels.title[language] }))}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
      disabled={disabled}
    />
  )
}

/** The options of the format chosen beside it. */
const FormatOptionsInput = ({ id, frame, value, onChange, siblings, disabled }: PickerProps) => {
  const format = fileFormats.find(({ key }) => key === (siblings['format'] ?? siblings['answer']))
  return (
    <GroupFrame id={id} {...frame}>
      {format ? (
        <SettingsForm
          schema={format.options}
          labels={format.labels.fields}
          value={{ ...(format.options.parse({}) as object), ...(value as object) }}
          onChange={onChange}
          disabled={disabled}
        />
      ) : (
        <span className="muted">–</span>
      )}
    </GroupFrame>
  )
}

/** Paths in the storage, offered while typing. */
const FileInput = ({ id, name, frame, value, onChange, disabled, placeholder }: PickerProps) => {
  const { data } = useQuery({
    queryKey: ['/files', 'paths'],
    queryFn: async ({ signal }) => (await api.get('/files', { noPagination: true }, { signal, quiet: true })).data,
    retry: false,
    staleTime: 30_000,
  })
  return (
    <Autocomplete
      {...frame}
      id={id}
      aria-label={name}
      data={[...new Set((data ?? []).map((file) => file.path))]}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
      disabled={disabled}
      placeholder={placeholder ?? 'incoming/*.csv'}
      limit={30}
    />
  )
}

/** The name of a secret among the configuration values, offered while typing. */
const SecretNameInput = ({ id, name, frame, value, onChange, disabled }: PickerProps) => {
  const names = (useConfigurationNames() ?? []).flatMap(({ name, kind }) => (kind === 'secret' ? [name] : []))
  return (
    <Autocomplete
      {...frame}
      id={id}
      aria-label={name}
      data={names}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
      disabled={disabled}
      limit={50}
    />
  )
}

const pickers: Pickers = {
  http_connection: (props) => <ConnectionInput {...props} needs="http" />,
  topic: TopicInput,
  sent_topic: TopicInput,
  message_content: ContentInput,
  file_connection: (props) => <ConnectionInput {...props} needs="files" />,
  captured_connection: (props) => <ConnectionInput {...props} needs="capture" />,
  message_connection: (props) => <ConnectionInput {...props} needs="messages" />,
  mailbox_connection: (props) => <ConnectionInput {...props} needs="mailbox" />,
  mail_connection: (props) => <ConnectionInput {...props} needs="mail" />,
  query_connection: (props) => <ConnectionInput {...props} needs="query" />,
  action_connection: (props) => <ConnectionInput {...props} needs="actions" />,
  connection_action: (props) => <ActionInput {...props} />,
  field: (props) => <FieldInput {...props} />,
  cursor_field: CursorFieldInput,
  source_field: SourceFieldInput,
  source_fields: SourceFieldsInput,
  table_connection: (props) => <ConnectionInput {...props} needs="tables" />,
  written_connection: (props) => <ConnectionInput {...props} needs="write" />,
  table: (props) => <TableInput {...props} />,
  config_secret: (props) => <SecretNameInput {...props} />,
  zone: (props) => <ZoneInput {...props} />,
  format: (props) => <FormatInput {...props} />,
  formatOptions: (props) => <FormatOptionsInput {...props} />,
  file: (props) => (props.siblings['connection'] ? <RemoteFileInput {...props} /> : <FileInput {...props} />),
}
