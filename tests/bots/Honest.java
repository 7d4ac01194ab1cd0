import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Plays the first legal card, in a Java machine with all its threads and its appetite for memory. */
public class Honest {
    private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");
    private static final Pattern LEGAL = Pattern.compile("\"legal\":\\[\"(..)\"");

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Matcher id = ID.matcher(line);
            if (line.contains("\"type\":\"hello\"") && id.find()) {
                System.out.println("{\"id\": " + id.group(1) + ", \"protocol\": 1}");
            } else if (line.contains("\"type\":\"play\"") && id.find()) {
                Matcher legal = LEGAL.matcher(line);
                legal.find();
                System.out.println("{\"id\": " + id.group(1) + ", \"card\": \"" + legal.group(1) + "\"}");
            }
        }
    }
}
