import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import * as z from "zod";
import { codeOf, Failure, firstLine } from "../../../scripts/lib/failure.ts";
import { conversation } from "./conversation.ts";
import type { DataSet, Question, SourceDocument } from "./data-set.ts";
import { documentLine, toSourceDocument } from "./source-document.ts";

const queryLine = z.object({ id: z.string().min(1), text: z.string().min(1) });
const answerText = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)]);
const answerLine = z.object({
  id: z.string().min(1),
  doc: z.string().optional(),
  impossible: z.boolean().default(false),
  answers: z.array(answerText).default([]),
});

/**
 * Reads a folder in the layout of tools/eval/README.md. @throws Failure with the first invalid file and line
 */
export async function readDataSet(folder: string): Promise<DataSet> {
  const path = resolve(folder);
  if (!(await stat(path).catch(() => null))?.isDirectory()) throw new Failure(`Missing folder ${folder}.`);
  const [documents, queries, answers, conversations, qrels] = await Promise.all([
    readDocuments(path),
    readLines(join(path, "queries.jsonl"), queryLine, []),
    readLines(join(path, "answers.jsonl"), answerLine, []),
    readLines(join(path, "conversations.jsonl"), conversation, []),
    readQrels(join(path, "qrels.tsv")),
  ]);
  if (queries.length + conversations.length === 0)
    throw new Failure(`${folder} contains neither queries.jsonl nor conversations.jsonl.`);
  const known = new Map(answers.map((answer) => [answer.id, answer]));
  const questions = queries.map(({ id, text }): Question => {
    const relevance = qrels.get(id) ?? new Map<string, number>();
    const answer = known.get(id);
    const kind = relevance.size > 0 ? "answerable" : answer?.impossible === true ? "impossible" : "outside";
    const about = [...new Set([...relevance.keys(), ...(answer?.doc === undefined ? [] : [answer.doc])])];
    return {
      id,
      text,
      kind,
      relevance,
      answers: kind === "answerable" ? (answer?.answers ?? []) : [],
      about,
    };
  });
  return { name: nameOf(path), documents, questions, conversations };
}

/**
 * Reads the documents of a set.
 * @param base folder that the paths of the documents are relative to
 * @throws Failure if there is no document, or if a line is invalid
 */
export async function readDocuments(folder: string, base = folder): Promise<SourceDocument[]> {
  const file = join(folder, "docs.jsonl");
  const documents = (await readLines(file, documentLine)).map((line) => toSourceDocument(base, line));
  requireDistinct(documents, file);
  if (documents.length === 0) throw new Failure(`${file} contains no document.`);
  return documents;
}

/** The folder's name, with its parent's name if that alone is unclear, such as `xquad/en`. */
function nameOf(path: string): string {
  const name = basename(path);
  return name.length > 3 ? name : `${basename(dirname(path))}/${name}`;
}

async function readLines<T extends z.ZodType>(
  file: string,
  shape: T,
  without?: z.output<T>[],
): Promise<z.output<T>[]> {
  const text = await readText(file, without !== undefined);
  if (text === null) return without ?? [];
  return text.split("\n").flatMap((line, at) => {
    if (line.trim() === "") return [];
    try {
      return [shape.parse(JSON.parse(line))];
    } catch (error) {
      const [issue] = error instanceof z.ZodError ? error.issues : [];
      const reason = issue === undefined ? firstLine(error) : `${issue.path.join(".")}: ${issue.message}`;
      throw new Failure(`${file}, line ${at + 1}: ${reason}`);
    }
  });
}

/** Relevance by document by query, without irrelevant judgments. */
async function readQrels(file: string): Promise<Map<string, Map<string, number>>> {
  const byQuery = new Map<string, Map<string, number>>();
  for (const [at, line] of ((await readText(file, true)) ?? "").split("\n").entries()) {
    if (line.trim() === "") continue;
    const [query, document, relevance] = line.trimEnd().split("\t");
    const value = Number(relevance);
    if (query === undefined || document === undefined || relevance === undefined || Number.isNaN(value))
      throw new Failure(`${file}, line ${at + 1}: must be query, document and relevance, separated by tabs.`);
    if (value <= 0) continue;
    const judged = byQuery.get(query) ?? new Map<string, number>();
    byQuery.set(query, judged.set(document, value));
  }
  return byQuery;
}

async function readText(file: string, mayBeMissing: boolean): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (mayBeMissing && codeOf(error) === "ENOENT") return null;
    throw new Failure(
      codeOf(error) === "ENOENT" ? `There is no file ${file}.` : `Cannot read ${file}: ${firstLine(error)}`,
    );
  }
}

function requireDistinct(documents: readonly { readonly id: string }[], file: string): void {
  const seen = new Set<string>();
  for (const { id } of documents) {
    if (seen.has(id)) throw new Failure(`${file} contains the id ${id} twice.`);
    seen.add(id);
  }
}
