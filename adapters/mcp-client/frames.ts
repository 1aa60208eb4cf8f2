import { isObject, itemsOf, own, type JsonObject } from '../../schema/values/foreign-values.ts';

const maxVersions = 50;
const uncached = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };

/**
 * Returns the part of a result that the client needs to continue, and nothing that a server could fill. The
 * client's own check of half a mebibyte of invalid tools takes seconds and a gibibyte.
 */
export function frameOf(method: string, result: JsonObject): JsonObject {
  switch (method) {
    case 'server/discover':
      return { ...uncached, supportedVersions: versionsIn(result), capabilities: capabilitiesIn(result) };
    case 'initialize':
      return {
        protocolVersion: versionOf(own(result, 'protocolVersion')),
        capabilities: capabilitiesIn(result),
        serverInfo: { name: '', version: '' },
      };
    case 'tools/list':
      return { ...uncached, tools: [] };
    default:
      return { resultType: 'complete', content: [] };
  }
}

function versionsIn(result: JsonObject): unknown[] {
  return itemsOf(own(result, 'supportedVersions')).slice(0, maxVersions).map(versionOf);
}

function versionOf(value: unknown): string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : '';
}

function capabilitiesIn(result: JsonObject): JsonObject {
  return isObject(own(own(result, 'capabilities'), 'tools')) ? { tools: {} } : {};
}
