import { type Logins, originMatcher } from '@latchkey/protocol'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { projects as seeds, urls as testUrls } from '@latchkey/testkit/src/server/services.ts'
import { resolveChains } from '../config/chains.js'
import { checkConfig } from '../config/readConfig.js'
import type { Config } from '../config/schema.js'
import { createEdge, partsByHost } from '../edge/edge.js'
import type { Part } from '../edge/parts.js'
import type { Project, ProjectStore } from '../projects/projectStore.js'

/**
 * The edge over built sites, with the tests' projects and without a database or an API.
 *
 * @param folders where each part's files are
 * @param urls of a server elsewhere
 */
export async function openEdge(folders: object, urls: Config['urls'] = testUrls): Promise<Part> {
  const config = checkConfig({
    urls,
    folders,
    projects: seeds,
    chains: [localChain('http://127.0.0.1:8545/key')],
  })
  const known = new Map(
    config.projects
      .filter(({ enabled }) => enabled)
      .map((project) => [
        project.id,
        {
          ...project,
          createdAt: new Date(0),
          updatedAt: new Date(0),
          match: originMatcher(project.origins, project.mode),
        } satisfies Project,
      ]),
  )
  const store: ProjectStore = { get: async (id) => known.get(id) ?? null, peek: (id) => known.get(id) ?? null }
  const logins = ({ id }: Project): Logins => ({ email: id === 'listed', socials: ['google'] })
  const context = { config, chains: await resolveChains(config.chains), projects: store, logins }
  return createEdge(
    config,
    partsByHost(context, async () => new Response('the API')),
  )
}
