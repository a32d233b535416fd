import { formatBodies } from '@weft/catalogue/formats/all.server.ts'
import { formats } from '@weft/catalogue/formats/all.ts'
import { transformers } from '@weft/catalogue/transformers/all.ts'
import { validators } from '@weft/catalogue/validators/all.ts'
import { changeText } from '@weft/kit/workflow-text/change-text.ts'
import { connectorTasks } from '@weft/engine/connectors/connector-tasks.server.ts'
import { formulaTasks } from '@weft/engine/data-sets/formulas/formula-tasks.server.ts'
import { formTasks } from '@weft/engine/forms/form-tasks.server.ts'
import { viewTasks } from '@weft/engine/file-views/view-tasks.server.ts'
import { serveTasks } from '@weft/engine/isolation/serve.server.ts'
import { mendTasks } from '@weft/engine/mending/mend-tasks.server.ts'
import { textTasks } from '@weft/engine/mail/text-tasks.server.ts'
import { importTasks } from '@weft/engine/mapping/import-tasks.server.ts'
import { mappingTasks } from '@weft/engine/mapping/mapping-tasks.server.ts'
import { knownFormats } from '@weft/engine/models/formats.ts'
import { modelTasks } from '@weft/engine/models/model-tasks.server.ts'
import { pictureTasks } from '@weft/engine/pictures/picture-tasks.server.ts'
import { archiveTasks } from '@weft/engine/plugins/archive-tasks.server.ts'
import { documentTasks } from '@weft/engine/workflow-model/document-tasks.server.ts'
import { elementTasks } from '@weft/engine/runtime/element-tasks.server.ts'

/** Most processes try no element, read no workflow and speak to no other system, so these are loaded with the first. */
const elements = async () => (await import('@weft/catalogue/elements/all.ts')).elements
const connectors = async () => (await import('@weft/catalogue/connectors/all.server.ts')).connectorBodies

// Started for the server by engine/isolation, with nothing but its code and a folder of its own: does what touches tenants' bytes and
// expressions, one task after the other.
serveTasks([
  ...modelTasks(knownFormats(formats, formatBodies)),
  ...importTasks(knownFormats(formats, formatBodies)),
  ...mappingTasks(transformers),
  ...formulaTasks(transformers),
  ...elementTasks(elements),
  ...documentTasks(elements, changeText),
  ...formTasks(validators),
  ...connectorTasks(connectors),
  ...mendTasks,
  ...textTasks,
  ...archiveTasks,
  ...pictureTasks,
  ...viewTasks,
])
