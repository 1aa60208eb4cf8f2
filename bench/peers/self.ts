/** Who answers by MCP, as ours says it, so that all answer the same bytes. */
export const self = { name: 'sallyport', title: 'Sallyport', version: '1' };
