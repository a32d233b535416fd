import { z } from 'zod'
import { defineMessages, type Message } from '../messages/messages.ts'
import { isEmpty } from './compare.ts'
import { verdictOf, type Validator, type Verdict } from './validator.ts'
import { snakeName } from './snake-name.ts'

const texts = defineMessages({
  taken: { en: 'There is already a field with this name.', de: 'Ein Feld mit diesem Namen gibt es schon.' },
  choices: { en: 'A selection needs at least one choice.', de: 'Eine Auswahl braucht mindestens einen Eintrag.' },
  field: { en: 'There is no field called “{name}”.', de: 'Ein Feld namens „{name}“ gibt es nicht.' },
})

export const fieldInputs = [
  'text',
  'long_text',
  'email',
  'password',
  'number',
  'date',
  'select',
  'tags',
  'switch',
  'file',
  'picture',
] as const
export type FieldInputKind = (typeof fieldInputs)[number]
export const fieldWidths = ['full', 'half', 'third'] as const
export type FieldWidth = (typeof fieldWidths)[number]

const text = z.strictObject({ en: z.string().trim().min(1).max(191), de: z.string().trim().min(1).max(191) })
const fieldName = snakeName(63)
/** An option such as `other` may name another field of the form; its value is put in when the form is judged. */
const fieldRule = z.strictObject({
  rule: z.string().min(1).max(64),
  options: z.record(z.string(), z.unknown()).default({}),
})

const formField = z.strictObject({
  name: fieldName,
  label: text,
  help: text.optional(),
  input: z.enum(fieldInputs).default('text'),
  choices: z.array(z.string().min(1).max(191)).max(200).default([]),
  width: z.enum(fieldWidths).default('full'),
  rules: z.array(fieldRule).max(20).default([]),
  /** The field counts only while another one has this value. */
  when: z.strictObject({ field: fieldName, is: z.union([z.string().max(191), z.boolean()]) }).optional(),
})

/** A form as data: what the form builder composes, keeps and hands on. */
export const formDefinition = z
  .strictObject({ title: text, fields: z.array(formField).min(1).max(100) })
  .superRefine(({ fields }, context) => {
    const names = new Set<string>()
    fields.forEach(({ name, input, choices, when }, at) => {
      const wrong = (key: string, say: Message) =>
        context.addIssue({ code: 'custom', path: ['fields', at, key], params: { say }, message: say.text.en })
      if (names.has(name)) wrong('name', texts.taken())
      names.add(name)
      if (input === 'select' && choices.length === 0) wrong('choices', texts.choices())
      if (when && !fields.some((other) => other.name === when.field)) wrong('when', texts.field({ name: when.field }))
    })
  })
export type FormDefinition = z.output<typeof formDefinition>
export type FormField = FormDefinition['fields'][number]
export type FormValues = Record<string, unknown>
export type FieldVerdict = { verdict: Verdict; rule?: string; message?: Message }

/** Whether a rule can be written down: some need a function, which only code can give. */
export const isWritable = ({ options }: Validator) =>
  Object.values(options.shape).every((schema) => typeOf(schema as z.ZodType) !== 'custom')

/** Rules that compare with another field of the form name it in their option `other`. */
export const comparesFields = ({ options }: Validator) => 'other' in options.shape

const typeOf = (schema: z.ZodType): string => {
  const def = schema.def as unknown as { type: string; innerType?: z.ZodType }
  return def.innerType ? typeOf(def.innerType) : def.type
}

/** Whether a field counts with these values. */
const counts = ({ when }: FormField, values: FormValues) =>
  !when || values[when.field] === when.is || (values[when.field] === undefined && when.is === false)

/**
 * Judges every field by its rules, in the browser as on the server: the first rule that complains decides. A field that does not
 * count, or that has nothing to say about an empty value, is Ignored; one that nobody has `asked` about yet is NotValidated.
 */
export async function judgeForm(
  form: FormDefinition,
  values: FormValues,
  validators: readonly Validator[],
  { language = 'en', asked = () => true }: { language?: 'en' | 'de'; asked?: (name: string) => boolean } = {},
): Promise<Record<string, FieldVerdict>> {
  const verdicts = await Promise.all(
    form.fields.map(
      async (field) => [field.name, await judgeField(field, values, validators, language, asked(field.name))] as const,
    ),
  )
  return Object.fromEntries(verdicts)
}

async function judgeField(
  field: FormField,
  values: FormValues,
  validators: readonly Validator[],
  language: 'en' | 'de',
  asked: boolean,
): Promise<FieldVerdict> {
  if (!counts(field, values)) return { verdict: 'Ignored' }
  if (!asked) return { verdict: 'NotValidated' }
  const value = values[field.name]
  let found: Verdict = field.rules.length === 0 && !isEmpty(value) ? 'Valid' : 'Ignored'
  for (const { rule, options } of field.rules) {
    const validator = validators.find((one) => one.key === rule)
    if (!validator || !isWritable(validator)) continue
    const given = comparesFields(validator) ? { ...options, other: values[String(options['other'])] } : options
    if (!validator.options.safeParse(given).success) continue
    const { verdict, message } = await verdictOf(validator, value, given, field.label[language])
    if (verdict === 'Invalid') return { verdict, rule, ...(message && { message }) }
    if (verdict === 'Valid') found = 'Valid'
  }
  return { verdict: found }
}

/** A zod check that asks a rule of the catalogue, for schemas of resources and settings: `z.string().superRefine(ruledBy(ip, { v6: false }))`. */
export const ruledBy = (validator: Validator, options: unknown = {}) => {
  const read = validator.options.parse(options)
  return (value: unknown, context: z.RefinementCtx): void | Promise<void> => {
    if (isEmpty(value) && !validator.asks_empty) return
    const told = (complaint: Message | false | undefined) => {
      if (complaint !== undefined)
        context.addIssue({
          code: 'custom',
          message: complaint ? complaint.text.en : '',
          params: complaint ? { say: complaint } : {},
        })
    }
    const answer = validator.check(value, read)
    return answer instanceof Promise ? answer.then(told) : told(answer)
  }
}

const bases: Record<FieldInputKind, (field: FormField) => string> = {
  text: () => 'z.string()',
  long_text: () => "z.string().meta({ input: 'long_text' })",
  email: () => 'z.string()',
  password: () => "z.string().meta({ input: 'password' })",
  number: () => 'z.number()',
  date: () => "z.string().meta({ input: 'date' })",
  select: ({ choices }) => `z.enum(${code(choices)})`,
  tags: () => 'z.array(z.string())',
  switch: () => 'z.boolean()',
  file: () => 'z.array(z.object({ name: z.string(), size: z.number(), type: z.string() }))',
  picture: () => 'z.array(z.object({ name: z.string(), size: z.number(), type: z.string() })).max(1)',
}

/** The form as the zod schema a programmer would write: the rules are the same functions the form asks. */
export function formSource(form: FormDefinition, validators: readonly Validator[]): string {
  const known = new Map(validators.map((one) => [one.key, one]))
  const used = [...new Set(form.fields.flatMap(({ rules }) => rules.map(({ rule }) => rule)))]
    .filter((rule) => known.has(rule))
    .toSorted()
  const imports = used.map(
    (rule) => `import { ${camel(rule)} } from '@weft/catalogue/validators/${rule.replaceAll('_', '-')}.ts'`,
  )
  const lines = form.fields.map(
    (field) =>
      `  ${field.name}: ${bases[field.input](field)}${checksOf(field, known)}${isRequired(field) ? '' : '.optional()'},`,
  )
  const crossing = form.fields.flatMap((field) =>
    field.rules
      .filter(({ rule }) => known.has(rule) && comparesFields(known.get(rule)!))
      .map(({ rule, options }) => ({ field, rule, other: String(options['other'] ?? '') })),
  )
  const across = crossing.map(
    ({ field, rule, other }) =>
      `  ruledBy(${camel(rule)}, { other: form.${other} })(form.${field.name}, at(context, '${field.name}'))`,
  )
  const needsRules = used.length > 0
  return [
    ...imports,
    ...(needsRules ? [`import { ${across.length > 0 ? 'at, ' : ''}ruledBy } from '@weft/kit/define/form.ts'`] : []),
    "import { z } from 'zod'",
    '',
    `/** ${form.title.en} */`,
    `export const ${camel(slug(form.title.en))} = z.strictObject({`,
    ...lines,
    across.length > 0 ? '}).superRefine((form, context) => {' : '})',
    ...(across.length > 0 ? [...across, '})'] : []),
    '',
  ].join('\n')
}

/** Complaints about one field of a whole: the context of a check with its place put in front. Sources of forms use it. @public */
export const at = (context: z.RefinementCtx, field: string): z.RefinementCtx => ({
  ...context,
  addIssue: (issue) => context.addIssue(typeof issue === 'string' ? issue : { ...issue, path: [field] }),
})

const isRequired = ({ rules, when }: FormField) =>
  !when && rules.some(({ rule }) => rule === 'required' || rule === 'not_empty')

function checksOf({ rules }: FormField, known: Map<string, Validator>) {
  return rules
    .map(({ rule, options }) =>
      known.has(rule) && !comparesFields(known.get(rule)!)
        ? `.superRefine(ruledBy(${camel(rule)}${Object.keys(options).length > 0 ? `, ${code(options)}` : ''}))`
        : '',
    )
    .join('')
}

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const slug = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .replace(/^(\d|$)/, 'form_$1') || 'form'

/** A value as TypeScript writes it. */
const code = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(code).join(', ')}]`
    : typeof value === 'object' && value !== null
      ? `{ ${Object.entries(value)
          .filter(([, one]) => one !== undefined)
          .map(([key, one]) => `${/^[a-z_]\w*$/i.test(key) ? key : code(key)}: ${code(one)}`)
          .join(', ')} }`
      : typeof value === 'string'
        ? `'${value
            .replaceAll('\\', '\\\\')
            .replaceAll("'", String.raw`\'`)
            .replaceAll('\n', String.raw`\n`)
            .replaceAll('\r', String.raw`\r`)}'`
        : String(value)
