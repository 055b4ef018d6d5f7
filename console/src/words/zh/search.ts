import type { search as en } from "../en/search.ts";
import type { Translated } from "../text.ts";

export const search: Translated<typeof en> = {
  "search.title": "“{query}”",
  "search.placeholder": "关键词或问题",
  "search.find": "搜索",
  "search.within": "范围：{label}",
  "search.everywhere": "在所有位置搜索",
  "search.kinds": "搜索内容",
  "search.words": "正文",
  "search.names": "名称",
  "search.threads": "讨论",
  "search.hint": "可搜索文档正文、名称以及您的讨论。",
  "search.none": "未找到“{query}”。",
  "search.count": { other: "{count} 处" },
  "search.noWords": "没有段落包含“{query}”。",
  "search.close": "意思相近",
  "search.truncated": "并未搜索全部内容，请缩小范围。",
  "search.more": "还有更多段落包含这些词。请缩小搜索范围。",
  "search.threadCount": { other: "{count} 个讨论" },
};
