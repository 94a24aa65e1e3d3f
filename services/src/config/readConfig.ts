import { readFile } from 'node:fs/promises'
import { accountMistakes } from './accounts.js'
import { ConfigError, mistakesOf } from './mistakes.js'
import { type Config, configSchema } from './schema.js'

type Environment = Readonly<Record<string, string | undefined>>
type Json = Record<string, unknown>

/** Environment variables and the keys they override. The environment wins over the file. */
const overrides: Readonly<Record<string, { readonly path: readonly [string, ...string[]]; readonly number?: boolean }>> = {
  PORT: { path: ['listen', 'port'], number: true },
  LATCHKEY_PORT: { path: ['listen', 'port'], number: true },
  LATCHKEY_HOST: { path: ['listen', 'host'] },
  LATCHKEY_DIALOG_URL: { path: ['urls', 'dialog'] },
  LATCHKEY_SECURE_URL: { path: ['urls', 'secure'] },
  LATCHKEY_API_URL: { path: ['urls', 'api'] },
  LATCHKEY_APP_URL: { path: ['urls', 'app'] },
  LATCHKEY_TRUSTED_PROXIES: { path: ['trustedProxies'], number: true },
  LATCHKEY_LOG_LEVEL: { path: ['log', 'level'] },
  LATCHKEY_LOG_FILE: { path: ['log', 'file'] },
  LATCHKEY_DATABASE_FOLDER: { path: ['database', 'folder'] },
  LATCHKEY_SECRET: { path: ['secret'] },
  LATCHKEY_RELAY_URL: { path: ['relay', 'url'] },
  LATCHKEY_RELAY_PROJECT_ID: { path: ['relay', 'projectId'] },
  LATCHKEY_SMTP_URL: { path: ['accounts', 'mail', 'smtp'] },
  LATCHKEY_MAIL_FROM: { path: ['accounts', 'mail', 'from'] },
  LATCHKEY_KMS_FILE: { path: ['accounts', 'kms', 'file'] },
  LATCHKEY_KMS_ROOT: { path: ['accounts', 'kms', 'root'] },
  LATCHKEY_KMS_BACKUP_CONFIRMED: { path: ['accounts', 'kms', 'backupConfirmed'] },
  DATABASE_URL: { path: ['database', 'url'] },
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

function override(config: Json, path: readonly string[], value: unknown): Json {
  const [key = '', ...rest] = path
  if (rest.length === 0) return { ...config, [key]: value }
  const inner = config[key]
  return { ...config, [key]: override(isObject(inner) ? inner : {}, rest, value) }
}

/** Replaces `${NAME}` in every string, so that a secret (a node's key) stays out of the file. */
function expand(value: unknown, environment: Environment, key: string, mistakes: string[]): unknown {
  if (typeof value === 'string')
    return value.replace(/\$\{(\w+)\}/g, (whole, name: string) => {
      const found = environment[name]
      if (found === undefined) mistakes.push(`${key} names the environment variable ${name}, which is not set.`)
      return found ?? whole
    })
  if (Array.isArray(value)) return value.map((item, index) => expand(item, environment, `${key}[${index}]`, mistakes))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, expand(item, environment, key ? `${key}.${name}` : name, mistakes)]),
  )
}

/** What a schema for one key cannot see: keys that must agree with each other. */
function crossChecks(config: Config): string[] {
  const mistakes: string[] = []
  const hosts = new Map<string, string>()
  for (const [part, url] of Object.entries(config.urls)) {
    const { host } = new URL(url)
    const other = hosts.get(host)
    if (other)
      mistakes.push(`urls.${part} must have another hostname, or another port, than urls.${other}: the parts are told apart by host.`)
    hosts.set(host, part)
  }
  const restricted = config.restricted && hosts.get(new URL(config.restricted.api).host)
  if (restricted !== undefined && restricted !== 'api')
    mistakes.push(`restricted.api must have another hostname, or another port, than urls.${restricted}: the parts are told apart by host.`)
  if (config.accounts) mistakes.push(...accountMistakes(config.accounts, config.urls))
  if (config.relay.enabled === false && config.relay.url === undefined)
    mistakes.push('relay.url must name another relay when relay.enabled is false: mobile wallets are reached through one.')
  const chains = new Set(config.chains.map((chain) => chain.caip2 ?? `eip155:${chain.id}`))
  const ids = new Set<string>()
  for (const [index, project] of config.projects.entries()) {
    const key = `projects[${index}]`
    if (ids.has(project.id)) mistakes.push(`${key}.id is used by another project: ${project.id}.`)
    ids.add(project.id)
    for (const network of [...(project.networks ?? []), ...(project.defaultNetwork ? [project.defaultNetwork] : [])])
      if (!chains.has(network)) mistakes.push(`${key} names the network ${network}, which is not among chains.`)
    if (project.networks && project.defaultNetwork && !project.networks.includes(project.defaultNetwork))
      mistakes.push(`${key}.defaultNetwork must be one of its networks.`)
  }
  return mistakes
}

/**
 * Checks a configuration.
 *
 * @param input as read from a file
 * @param environment variables that override keys and fill `${NAME}`
 * @throws ConfigError with all mistakes at once
 */
export function checkConfig(input: unknown, environment: Environment = {}): Config {
  if (!isObject(input)) throw new ConfigError(['The configuration must be a JSON object.'])
  const mistakes: string[] = []
  let merged = input
  for (const [name, { path, number }] of Object.entries(overrides)) {
    const value = environment[name]
    if (value === undefined || value === '') continue
    if (number && !/^\d+$/.test(value)) mistakes.push(`${name} must be a whole number.`)
    else merged = override(merged, path, number ? Number(value) : value)
  }
  const parsed = configSchema.safeParse(expand(merged, environment, '', mistakes), { reportInput: true })
  if (!parsed.success) throw new ConfigError([...mistakes, ...mistakesOf(parsed.error)])
  mistakes.push(...crossChecks(parsed.data))
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return parsed.data
}

/**
 * Reads the file that `LATCHKEY_CONFIG` names (default `latchkey.config.json` in the working directory) and checks it.
 *
 * @throws ConfigError with all mistakes at once, or one sentence when the file cannot be read
 */
export async function readConfig(environment: Environment): Promise<Config> {
  const path = environment.LATCHKEY_CONFIG || 'latchkey.config.json'
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code})`
    throw new ConfigError([`The configuration file ${path} ${reason}. Name another one by LATCHKEY_CONFIG.`])
  })
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch (error) {
    throw new ConfigError([`The configuration file ${path} is not JSON: ${(error as Error).message}.`])
  }
  return checkConfig(input, environment)
}
