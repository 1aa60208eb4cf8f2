/** The MCP server info, the same as ours, so that all servers answer the same bytes. */
export const self = { name: 'sallyport', title: 'Sallyport', version: '1' };
